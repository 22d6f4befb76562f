import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that says what it is told to, no more and no sooner. */
export interface RawConnection {
  write(text: string): void;
  /** All that was answered, once the server has closed the connection. */
  ended: Promise<string>;
}

/** Opens one to the server at this address. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answered = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answered += text;
  });
  // One that is cut has ended too.
  socket.on('error', () => {});
  return {
    write: (text) => socket.write(text),
    ended: once(socket, 'close').then(() => answered),
  };
}
