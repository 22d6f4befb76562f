import { expect, test } from 'vitest';
import { sendGeneratedRequests } from '../testing/generated/send-generated.ts';
import { startReceiver } from '../testing/push-service.ts';
import { startTestApp } from '../testing/test-app.ts';

/* A taste of what bench/generated-requests.ts does at length. */

const REQUESTS = 1500;

test('generated requests are answered as declared, whatever they hold', { timeout: 120_000 }, async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({ OUTBOUND_ALLOW: receiver.host, RATE_LIMITS: 'off' });
  const seed = Math.floor(Math.random() * 2 ** 31);
  try {
    const tally = await sendGeneratedRequests({ url: app.url, receiver, requests: REQUESTS, seed });
    const outcomes = [...tally.values()].flatMap((counts) => [...counts]);
    const succeeded = outcomes.filter(([outcome]) => outcome.startsWith('2')).map(([, count]) => count);
    // Else they would be mere noise. That every call succeeds at times is seen where there are more of them.
    expect(succeeded.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(REQUESTS / 4);
  } finally {
    await app.stop();
    await receiver.stop();
  }
});
