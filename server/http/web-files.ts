import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '../../contract/base-path.ts';
import { fallbackLanguage, type Language, languageOf } from '../../contract/languages.ts';
import { pageHeaders } from './security.ts';

const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** The build puts a hash of their content into the names of these files. */
const HASHED = /[\\/]assets[\\/]/;

/** Serves the built browser code below the base path. The API does without where it was not built. */
export async function serveWebFiles(app: FastifyInstance): Promise<void> {
  app.get('/', { config: { public: true } }, (_request, reply) => reply.redirect(`${BASE_PATH}/`));
  if (!existsSync(webRoot)) return;
  app.get<{ Querystring: { lng?: string } }>(
    `${BASE_PATH}/`,
    { config: { public: true } },
    (request, reply) => {
      const language = welcomeLanguage(request.query.lng, request.headers['accept-language']);
      return reply.header('vary', 'accept-language').sendFile(`welcome.${language}.html`);
    },
  );
  app.get(BASE_PATH, { config: { public: true } }, (_request, reply) => reply.redirect(`${BASE_PATH}/`));
  await app.register(files, {
    root: webRoot,
    prefix: `${BASE_PATH}/`,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.headers(pageHeaders);
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The language to greet a visitor in: the one that the address asks for, or the first of the browser's that we speak. */
export function welcomeLanguage(asked: unknown, accepted = ''): Language {
  const tags = accepted
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(';q=');
      return { tag, weight: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  for (const tag of [String(asked ?? ''), ...tags]) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return fallbackLanguage;
}

/** Whether an address that names no file is a page of the application: the browser's router takes it from there. */
export function isPageAddress(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return method === 'GET' && path.startsWith(`${BASE_PATH}/`) && !path.startsWith(`${BASE_PATH}/assets/`);
}
