import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { problemStatus } from '../../contract/problem.ts';
import { Problem, problemAnswer } from './problem.ts';

/*
 * What Node's HTTP server would answer by itself, before any route, with an empty body or none at all: here it has the
 * form that all our errors have.
 */

type ConnectionError = Error & { code?: string };

/** What can be wrong with a connection's bytes; anything else is a request that cannot be read. */
const connectionProblems: Record<string, () => Problem> = {
  HPE_HEADER_OVERFLOW: () =>
    new Problem('headers_too_large', 'The address and the headers are too large together: send less.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Problem('too_large', 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Problem('request_timeout', 'The request took too long to arrive: send it again.'),
};

/** Answers a connection whose bytes are no request, or do not come in time, and closes it. */
export function answerConnectionError(headers: Record<string, string>) {
  return function (this: FastifyInstance, error: ConnectionError, socket: Duplex): void {
    // Its last words are said; what still arrives changes nothing.
    if (socket.writableEnded) return;
    const underWay = answerUnderWay(socket);
    if (underWay?.req.complete) {
      // It answers a request that came whole: it is finished, and what follows on this connection is not read.
      if (underWay.shouldKeepAlive) underWay.once('finish', () => close(socket));
      underWay.shouldKeepAlive = false;
      return;
    }
    // Whoever reset the connection reads no answer, and one that has begun cannot be followed by another.
    if (error.code === 'ECONNRESET' || underWay?.headersSent) {
      socket.destroy();
      return;
    }
    const problem =
      connectionProblems[error.code ?? '']?.() ??
      new Problem('validation_failed', 'The request could not be read: it is not valid HTTP.');
    this.log.debug({ status: problemStatus[problem.code], reason: error.code }, 'no request');
    endWith(socket, problem, headers);
  };
}

/** The answer that Node has under way on a connection. */
function answerUnderWay(
  socket: Duplex & { _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

/** Writes an answer on a connection that has none under way, and closes it. */
function endWith(socket: Duplex, problem: Problem, headers: Record<string, string>): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers: own, body } = problemAnswer(problem);
  const lines = Object.entries({
    ...headers,
    ...own,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  close(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Callers get this long to read the last answer and to close their side, ms. */
const LINGER_MS = 1000;

/**
 * Closes a connection whose caller may still be sending: to destroy it at once could take the answer from them (RFC
 * 9112, section 9.6), and never to do so would leave it to them how long it lives.
 */
function close(socket: Duplex, lastWords = ''): void {
  socket.end(lastWords);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Refuses what Node refuses with an empty body, or without one: a request without exactly one host (RFC 9112, section
 * 3.2), one that expects what nobody offers (RFC 9110, section 10.1.1), and one that wants a tunnel.
 */
export function answerBelowRoutes(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = countHosts(raw);
    const isNamed =
      hosts === 1 ? HOST.test(raw.headers.host ?? '') : hosts === 0 && raw.httpVersion === '1.0';
    if (isNamed) return done();
    done(new Problem('validation_failed', 'The request must name one host: send the header Host once.'));
  });
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    endWith(socket, new Problem('method_not_allowed', 'This server is no proxy.'), headers);
  });
}

/** The characters of a host name or an address, and of a port (RFC 3986, section 3.2). */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/** Node keeps the first of several hosts and tells nobody: a proxy in front may have gone by another one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * The path of a request's target: clients may send a whole address (RFC 9112, section 3.2.2), though only proxies get
 * one as a rule. What is no path leads nowhere.
 */
export function pathOfTarget({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
