import { form } from './form.ts';
import { plainPicture } from './picture.ts';
import { newDevice } from './push-service.ts';
import { type Request, send } from './test-app.ts';

/** A weekday three days from now: no reminder falls due while somebody looks. */
const inThreeDays = () => ((new Date().getUTCDay() + 2) % 7) + 1;

/** The write that `live` names, for those who want to send it again. */
export const namedWrite: Request = {
  headers: { 'Idempotency-Key': 'first-glass' },
  body: { waterVolume: 330, time: '2026-01-01T12:00' },
};

/**
 * Leaves something of every kind that an account may have: portions, norms, a picture, rules, a device, a webhook, a
 * ledger. `receiver` is what reminders may call. What a server of an older version does not know is left out.
 */
export async function live(url: string, token: string, receiver: string, share = 1): Promise<void> {
  const call = async (methodAndPath: string, request: Request) => {
    const { status } = await send(url, methodAndPath, { token, ...request });
    if (status >= 300 && status !== 404) throw new Error(`${methodAndPath} was answered ${status}.`);
  };
  await call('POST /api/user/water', namedWrite);
  const now = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  for (const time of ['2025-12-31T20:15', '2026-01-01T09:30', '2026-01-02T23:59', now]) {
    await call('POST /api/user/water', { body: { waterVolume: 100 * share, time } });
  }
  await call('PATCH /api/users/dailynorma', {
    body: { dailyNorma: 1.5 + share / 20, weight: 60 + share, activityTime: 0.5, willDrink: 1.85 },
  });
  await call('PATCH /api/users/avatar', { body: form({ content: await plainPicture(share, 9) }) });
  const { input } = newDevice(`http://${receiver}/device-${share}`);
  await call('POST /api/users/push-subscriptions', { body: input });
  await call('POST /api/users/webhooks', {
    body: { url: `http://${receiver}/hook-${share}`, language: 'uk' },
  });
  const rules = { days: [inThreeDays()], from: '08:00', to: '20:00', everyMinutes: 60, timeZone: 'UTC' };
  const conditions = {
    onlyBehindPace: false,
    stopAtNorm: true,
    pausedOn: null,
    refusedTimeZone: 'Asia/Tokyo',
  };
  await call('PUT /api/users/reminders', { body: { isOn: true, ...rules, ...conditions } });
  await call('POST /api/users/reminders/test', {});
}
