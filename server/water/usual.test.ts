import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setClock } from '../testing/clock.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let person: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  setClock('2026-10-09T12:00:00Z');
  person = await app.signUp();
});
afterAll(async () => {
  vi.useRealTimers();
  await app.stop();
});

/** Drinks on a day, each volume in ml. */
async function drink(day: string, ...volumes: number[]): Promise<void> {
  for (const waterVolume of volumes) {
    await person.call('POST /api/user/water', { body: { waterVolume, time: `${day}T12:00` } });
  }
}
const usual = async () => (await person.call('GET /api/user/water/usual')).body;

test('the volumes that are drunk most often of late are known, the most usual first', async () => {
  expect(await usual()).toEqual({ volumes: [] });

  await drink('2026-10-09', 250);
  expect(await usual()).toEqual({ volumes: [250] });

  await drink('2026-10-08', 330, 330, 330, 700, 700, 150);
  await drink('2026-09-09', 150, 150);
  // 150 and 330 ml three times each, 700 ml twice, 250 ml once.
  expect(await usual()).toEqual({ volumes: [150, 330, 700] });

  const longAgo = Array.from({ length: 5 }, () => 50);
  await drink('2026-09-08', ...longAgo);
  expect(await usual()).toEqual({ volumes: [150, 330, 700] });
});

test('what another account drinks does not count', async () => {
  const other = await app.signUp();
  expect((await other.call('GET /api/user/water/usual')).body).toEqual({ volumes: [] });
});
