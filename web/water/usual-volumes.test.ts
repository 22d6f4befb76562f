import { expect, test } from 'vitest';
import { quickVolumes } from './usual-volumes.ts';

test.each([
  { when: 'nothing was drunk yet', usual: [], offered: [150, 250, 500] },
  { when: 'one of them is usual', usual: [250], offered: [150, 250, 500] },
  { when: 'a volume of one’s own is usual', usual: [330], offered: [150, 250, 330] },
  { when: 'two volumes of one’s own are usual', usual: [700, 330], offered: [150, 330, 700] },
  { when: 'three are usual', usual: [700, 100, 330], offered: [100, 330, 700] },
])('$offered ml are offered for one tap when $when', ({ usual, offered }) => {
  expect(quickVolumes(Object.freeze(usual))).toEqual(offered);
});
