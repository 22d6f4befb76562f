import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that hands call after call to one server after the other. */
export interface RoundRobin {
  url: string;
  stop(): Promise<void>;
}

/** Starts one before the servers at these addresses; a call whose server is gone, or goes, loses its connection. */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  let next = 0;
  const proxy = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url ?? '/', urls[next++ % urls.length]);
    const giveUp = () => outgoing.destroy();
    const onward = request(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', giveUp).pipe(outgoing);
    });
    onward.on('error', giveUp);
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
