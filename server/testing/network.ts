import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A piece of network before a port of this machine, which can be cut. */
export interface Network {
  port: number;
  /** From now on nothing comes through, either way, and nobody is told: no connection closes. */
  cut(): void;
  heal(): void;
  stop(): void;
}

export async function startNetwork(port: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    if (isCut) socket.pause();
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      keep(from);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    heal() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
