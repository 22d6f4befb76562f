import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DayReply, MonthDay, PortionReply } from '../../contract/water.schema.ts';
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts';

/* Whatever happens to portions at once, in whichever order: a day is the sum of its portions, and the month agrees. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' });
});
afterAll(() => app.stop());

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'] as const;
const PORTIONS = 5;

type Step =
  | { kind: 'add'; to: string; volume: number }
  | { kind: 'edit'; portion: number; from: string; to: string; volume: number }
  | { kind: 'delete'; portion: number; from: string }
  | { kind: 'read'; of: string };

const day = fc.constantFrom(...DAYS);
const volume = fc.integer({ min: 1, max: 5000 });
const portion = fc.nat(PORTIONS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add'), to: day, volume }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit'), portion, from: day, to: day, volume }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), portion, from: day }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read'), of: day }) },
);

const timeOn = (date: string) => `${date}T12:00`;

/** What may have become of a portion: the volumes and days that it was given, or that it was deleted. */
interface Fate {
  states: Set<string>;
  deletions: number;
}
const stateOf = (date: string, waterVolume: number) => `${date} ${waterVolume}`;

function expectSum({ drankWater, servings, waterlist }: DayReply): void {
  expect(drankWater).toBe(waterlist.reduce((sum, { waterVolume }) => sum + waterVolume, 0));
  expect(servings).toBe(waterlist.length);
}

test('edits, moves, deletions and additions at once leave every day the sum of its portions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { call } = await app.signUp();
      const add = (date: string, waterVolume: number) =>
        call('POST /api/user/water', { body: { waterVolume, time: timeOn(date) } });
      const readDay = async (date: string): Promise<DayReply> =>
        (await call(`GET /api/user/water/today?date=${timeOn(date)}`)).body;

      const fates = new Map<string, Fate>();
      const born = ({ status, body }: Answer, date: string, waterVolume: number) => {
        expect(status).toBe(201);
        fates.set(body.id, { states: new Set([stateOf(date, waterVolume)]), deletions: 0 });
      };
      const ids: string[] = [];
      for (let index = 0; index < PORTIONS; index++) {
        const answer = await add(DAYS[0], 100 + index);
        born(answer, DAYS[0], 100 + index);
        ids.push(answer.body.id);
      }

      await Promise.all(
        steps.map(async (taken) => {
          if (taken.kind === 'read') return expectSum(await readDay(taken.of));
          if (taken.kind === 'add') return born(await add(taken.to, taken.volume), taken.to, taken.volume);
          const id = ids[taken.portion] ?? '';
          const path = `/api/user/water/${taken.from}?portionID=${id}`;
          const fate = fates.get(id);
          if (taken.kind === 'delete') {
            const { status } = await call(`DELETE ${path}`);
            expect([204, 404]).toContain(status);
            if (fate && status === 204) fate.deletions += 1;
            return;
          }
          const body = { waterVolume: taken.volume, time: timeOn(taken.to) };
          const { status } = await call(`PUT ${path}`, { body });
          expect([200, 404]).toContain(status);
          if (status === 200) fate?.states.add(stateOf(taken.to, taken.volume));
        }),
      );

      const month: MonthDay[] = (await call('GET /api/user/water/month?date=2026-01')).body;
      const found = new Map<string, string>();
      for (const date of DAYS) {
        const reply = await readDay(date);
        expectSum(reply);
        const { waterlist, _id, ...figures } = reply;
        expect(month.find((other) => other.date === date)).toEqual(figures);
        for (const { id, waterVolume } of waterlist satisfies PortionReply[]) {
          expect(found.has(id), 'a portion stands in one day').toBe(false);
          found.set(id, stateOf(date, waterVolume));
        }
      }
      const drunk = month.reduce((sum, { drankWater }) => sum + drankWater, 0);
      expect(drunk).toBe([...found.values()].reduce((sum, state) => sum + Number(state.split(' ')[1]), 0));
      for (const [id, { states, deletions }] of fates) {
        expect(deletions, 'a portion is deleted once').toBeLessThanOrEqual(1);
        const state = found.get(id);
        if (deletions === 1) expect(state, 'a deleted portion is gone').toBeUndefined();
        else expect([...states], 'a portion is what it was last made').toContain(state);
      }
      expect(
        [...found.keys()].filter((id) => !fates.has(id)),
        'nothing came by itself',
      ).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('a portion that goes back and forth between two days is always in one of them', async () => {
  const { call } = await app.signUp();
  const [here, there] = DAYS;
  const { id } = (await call('POST /api/user/water', { body: { waterVolume: 300, time: timeOn(here) } }))
    .body;
  const move = async (from: string, to: string) =>
    (
      await call(`PUT /api/user/water/${from}?portionID=${id}`, {
        body: { waterVolume: 300, time: timeOn(to) },
      })
    ).status;
  const moves = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? move(there, here) : move(here, there))),
  );
  expect(moves).toContain(200);
  const month: MonthDay[] = (await call('GET /api/user/water/month?date=2026-01')).body;
  const full = month.filter(({ drankWater }) => drankWater > 0);
  expect(full).toMatchObject([{ drankWater: 300, servings: 1 }]);
  expect([here, there]).toContain(full[0]?.date);
});
