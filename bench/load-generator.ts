import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Load } from './load.ts';

// The process behind load.ts: the load comes in as JSON, what came of it goes out as JSON.
const { url, connections, seconds, requests, keepsIds } = (await json(process.stdin)) as Load;

const ids: string[] = [];
const keepId = (status: number, body: string) => {
  if (status === 201) ids.push(JSON.parse(body).id);
};
const {
  errors,
  timeouts,
  non2xx,
  requests: answered,
  duration,
  latency,
} = await autocannon({
  url,
  connections,
  duration: seconds,
  idReplacement: requests.some((request) => JSON.stringify(request).includes('[<id>]')),
  requests: keepsIds ? requests.map((request) => ({ ...request, onResponse: keepId })) : requests,
});
process.stdout.write(
  JSON.stringify({
    failed: errors + timeouts + non2xx,
    perSecond: answered.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    ids,
  }),
);
