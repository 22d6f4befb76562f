import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that says what it is told to, no more and no sooner. */
export interface RawConnection {
  write(text: string): void;
  /** All that was answered, once the server has closed the connection. */
  ended: Promise<string>;
}

/**
 * Opens one to the server at this address, and has it answer once: until then the connection may still be waiting to be
 * taken, and would be cut off by a server that is told to stop.
 */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  // What is written goes at once, even before what was written earlier is acknowledged.
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  let answered = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answered += text;
  });
  // One that is cut has ended too.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));

  socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  while (!answered.endsWith('}')) await Promise.race([once(socket, 'data'), ended.then(cutOff)]);
  answered = '';
  return {
    write: (text) => socket.write(text),
    ended: ended.then(() => answered),
  };
}

function cutOff(): never {
  throw new Error('The server has closed a connection without a word on it.');
}
