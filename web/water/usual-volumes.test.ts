import { describe, expect, it } from 'vitest';
import { quickVolumes } from './usual-volumes.ts';

describe('the volumes offered for one tap', () => {
  it.each([
    { when: 'nothing was drunk yet', drunk: [], offered: [150, 250, 500] },
    { when: 'a usual glass was drunk', drunk: [250], offered: [150, 250, 500] },
    { when: 'a volume of one’s own was drunk', drunk: [330], offered: [150, 250, 330] },
    { when: 'two volumes of one’s own were drunk', drunk: [330, 700], offered: [150, 330, 700] },
    { when: 'three were drunk', drunk: [700, 100, 330], offered: [100, 330, 700] },
    {
      when: 'more were drunk, those drunk most often',
      drunk: [50, 100, 100, 200, 200, 200, 300, 300],
      offered: [100, 200, 300],
    },
  ])('$offered when $when', ({ drunk, offered }) => {
    expect(quickVolumes(drunk.map((waterVolume) => ({ waterVolume })))).toEqual(offered);
  });

  it('leaves the portions as they are', () => {
    const portions = Object.freeze([{ waterVolume: 500 }, { waterVolume: 100 }]);
    expect(quickVolumes(portions)).toEqual([100, 150, 500]);
  });
});
