import { request } from 'node:http';
import { json } from 'node:stream/consumers';

/** A call that is under way: the server has taken its headers and waits for its body. */
export interface BegunCall {
  /** Sends the body and reads the answer, which must be JSON. */
  finish(): Promise<{ status: number; headers: Headers; body: unknown }>;
}

/** Begins a call with a JSON body at the address of a server. */
export async function beginCall(
  url: string,
  methodAndPath: string,
  { token, body }: { token: string; body: unknown },
): Promise<BegunCall> {
  const [method, path] = methodAndPath.split(' ');
  const content = JSON.stringify(body);
  const call = request(url + path, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      // The server's word that it has the headers and wants the rest.
      expect: '100-continue',
    },
  });
  call.flushHeaders();
  await new Promise((resolve, reject) => call.once('continue', resolve).once('error', reject));
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        call.once('error', reject).once('response', async (response) => {
          const headers = new Headers(response.headers as Record<string, string>);
          resolve({ status: response.statusCode ?? 0, headers, body: await json(response) });
        });
        call.end(content);
      }),
  };
}
