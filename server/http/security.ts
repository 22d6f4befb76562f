import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { TIME_ZONE_HEADER } from '../../contract/time-zone.ts';
import type { Config } from '../config.ts';

/** What is no page needs nothing, wherever it is shown. */
const POLICY_OF_ANSWERS = "default-src 'none'; frame-ancestors 'none'";

/**
 * Scripts, styles, fonts, pictures and calls from this server alone, and no text becomes code: the one policy by which
 * an address may become a script is the one of the service worker (`web/reminders/push.ts`). Plain http keeps working,
 * as on a home network: nothing here turns calls into https.
 */
const POLICY_OF_PAGES = [
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
  "require-trusted-types-for 'script'",
  'trusted-types service-worker',
].join('; ');

/** What pages may ask a browser for; nothing of it is used. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const YEAR_SECONDS = 31_536_000;

/** Headers that every answer carries. */
export function securityHeaders({ publicUrl, corsOrigins }: Config): Record<string, string> {
  return {
    'content-security-policy': POLICY_OF_ANSWERS,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Pages that may call may show pictures too.
    'cross-origin-resource-policy': corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  };
}

/** Headers of pages, their scripts and whatever belongs to them, which no other answer has a use for. */
export const pageHeaders = {
  'content-security-policy': POLICY_OF_PAGES,
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
};

/** Keeps browsers safe, and lets in the pages of other origins that may call the API. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (config.corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', TIME_ZONE_HEADER],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}
