import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { Problem } from './problem.ts';

/** How long calls that are under way may take to end once the application is closing, ms. */
const GRACE_MS = 5000;

/** Connections whose last answer has gone are closed this often while it is closing, ms. */
const SWEEP_MS = 50;

/**
 * Bounds the closing of the application: calls that are under way are finished within `GRACE_MS`, then their
 * connections are cut; new ones on connections that are still open are refused, but for the question whether it lives.
 */
export function stopInTime(app: FastifyInstance): void {
  let isStopping = false;
  let sweep: NodeJS.Timeout;
  let end: NodeJS.Timeout;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isStopping || request.routeOptions.url === calls.isAlive.path) return done();
    done(new Problem('unavailable', 'The server is stopping: try again in a moment.'));
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    // An answer that goes now leaves a connection that nobody would close before its time to live is over.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    end = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep);
    clearTimeout(end);
    done();
  });
}
