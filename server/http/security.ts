import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { TIME_ZONE_HEADER } from '../../contract/calls.ts';

/** Scripts, styles, fonts, pictures and calls from this server alone. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers that every answer carries. */
export const securityHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Keeps browsers safe, and lets in the pages of other origins that may call the API. */
export async function secure(app: FastifyInstance, corsOrigins: string[]): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', TIME_ZONE_HEADER],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}
