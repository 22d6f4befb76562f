import type { APIRequestContext, Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { fromWire, toWire, type WireTime } from '../contract/wire-time.ts';
import {
  type Account,
  bearer,
  dialogOf,
  expect,
  fill,
  portionRow,
  press,
  signedInTest as test,
} from './person.ts';

const clocks = ['00:05', '12:00', '22:30', '23:55'];
const ordinaryDays = ['2026-11-18', '2026-10-31', '2025-12-31'];

const places = [
  { zone: 'Asia/Tokyo', days: ordinaryDays },
  { zone: 'Pacific/Kiritimati', days: ordinaryDays },
  // And the days on which clocks change there.
  { zone: 'Europe/Kyiv', days: [...ordinaryDays, '2026-03-29', '2026-10-25'] },
  { zone: 'America/Los_Angeles', days: [...ordinaryDays, '2026-03-08', '2026-11-01'] },
];

for (const { zone, days } of places) {
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    for (const day of days) {
      test(`what is drunk on ${day} belongs to that day, at the time entered`, async ({
        page,
        account,
        server,
      }) => {
        const enter = (clock: string) => page.clock.setFixedTime(instantOf(`${day}T${clock}`, zone));
        await enter('00:05');
        await page.goto('home');
        for (const [index, clock] of clocks.entries()) {
          const now = `${day}T${clock}`;
          const volume = 101 + index;
          await enter(clock);
          await press(page, 'Add water');
          const dialog = dialogOf(page, 'Add water');
          await expect(dialog.getByLabel('Date')).toHaveValue(day);
          await expect(dialog.getByLabel('Time')).toHaveValue(clock);
          await fill(dialog, { 'Volume in ml': String(volume) });
          await press(dialog, 'Save');
          await expect(portionRow(page, `${volume} ml`, shown(clock))).toHaveCount(1);
          await press(page, 'Add 250 ml');
          await expect(portionRow(page, '250 ml', shown(clock))).toHaveCount(1);
          await expect.poll(() => portionsOf(server, account, now)).toHaveLength(2 * (index + 1));
          const portions = await portionsOf(server, account, now);
          expect(portions).toEqual(expect.arrayContaining([`${volume} at ${now}`, `250 at ${now}`]));
        }
        // Whoever opens the page in the evening sees the evening's day.
        await page.reload();
        await expect(portionRow(page, ' ml')).toHaveCount(2 * clocks.length);
      });
    }
  });
}

test.describe('on the day on which the hour from 3 to 4 is left out in Kyiv', () => {
  test.use({ timezoneId: 'Europe/Kyiv' });

  test('even a time in that hour stays what was entered', async ({ page, account, server }) => {
    await page.clock.setFixedTime(instantOf('2026-03-29T12:00', 'Europe/Kyiv'));
    await page.goto('home');
    await press(page, 'Add water');
    await fill(dialogOf(page, 'Add water'), { 'Volume in ml': '101', Time: '03:30' });
    await press(dialogOf(page, 'Add water'), 'Save');
    await expect(portionRow(page, '101 ml', '3:30 AM')).toHaveCount(1);
    expect(await portionsOf(server, account, '2026-03-29T12:00')).toEqual(['101 at 2026-03-29T03:30']);
  });
});

test.describe('at midnight', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('the page that stays open follows to the new day', async ({ page, account, server }) => {
    await page.clock.install({ time: instantOf('2026-10-31T23:57', 'America/Los_Angeles') });
    await page.goto('home');
    await press(page, 'Add 250 ml');
    await expect(portionRow(page, '250 ml', '11:57 PM')).toBeVisible();
    await expect(page.getByText('October 2026')).toBeVisible();

    await page.clock.fastForward('05:00');
    await expect(page.getByText('You have not drunk any water yet today.', { exact: false })).toBeVisible();
    await expect(page.getByText('November 2026')).toBeVisible();
    await expect(status(page)).toContainText('0 ml of 2 L');
    await press(page, 'Add 150 ml');
    await expect(portionRow(page, '150 ml', '12:02 AM')).toBeVisible();
    expect(await portionsOf(server, account, '2026-10-31T12:00')).toEqual(['250 at 2026-10-31T23:57']);
    expect(await portionsOf(server, account, '2026-11-01T12:00')).toEqual(['150 at 2026-11-01T00:02']);
  });
});

const status = (page: Page) => page.getByRole('region', { name: 'How today stands' });

/** The instant at which the clocks on the walls of a place show this. */
function instantOf(wallClock: string, zone: string): number {
  return Temporal.PlainDateTime.from(wallClock).toZonedDateTime(zone).epochMilliseconds;
}

/** `h:mm a`, as the list shows a time. */
function shown(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What the server says was drunk on the day of this wall-clock time, such as "250 at 2026-10-31T23:57". */
async function portionsOf(server: APIRequestContext, account: Account, wallClock: string): Promise<string[]> {
  const params = { date: toWire(wallClock) };
  const answer = await server.get(calls.getDay.path, { params, headers: bearer(account) });
  const { waterlist }: { waterlist: { waterVolume: number; time: WireTime }[] } = await answer.json();
  return waterlist.map(({ waterVolume, time }) => `${waterVolume} at ${fromWire(time)}`);
}
