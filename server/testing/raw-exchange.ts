import { connect } from 'node:net';
import type { Answer } from './test-app.ts';

/**
 * Sends these very bytes (a text counts as Latin-1) and reads the answers until the server closes the connection, which
 * it must do by itself: ask it to, with `Connection: close`, where it has no other reason.
 */
export async function exchange(url: string, ...pieces: (string | Buffer)[]): Promise<Answer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes as Buffer));
  // Whoever is refused while still sending may be cut off; what was answered before counts.
  socket.on('error', () => {});
  for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  await new Promise((resolve) => socket.once('close', resolve));
  return readAnswers(Buffer.concat(received).toString('latin1'));
}

const BLANK_LINE = '\r\n\r\n';

function readAnswers(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf(BLANK_LINE);
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (end < 0 || !status) throw new Error(`This is no answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
    rest = rest.slice(end + BLANK_LINE.length);
    const length = Number(headers.get('content-length') ?? 0);
    const content = Buffer.from(rest.slice(0, length), 'latin1');
    rest = rest.slice(length);
    const isJson = /json/.test(headers.get('content-type') ?? '');
    answers.push({ status, headers, body: isJson ? JSON.parse(content.toString()) : content });
  }
  return answers;
}
