// Builds the browser code into dist/web: scripts and styles, the welcome page of every language as HTML, and beside
// every text file its compressed copies, so that the server has nothing to render and nothing to compress.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { BASE_PATH } from '../contract/base-path.ts';
import { fallbackLanguage, languageCodes } from '../contract/languages.ts';
import type { Prerendered } from '../web/prerender.tsx';

const root = join(import.meta.dirname, '..');
const web = join(root, 'dist/web');
const prerender = join(root, 'dist/prerender');

await build({ logLevel: 'warn' });
await build({ logLevel: 'warn', build: { ssr: 'prerender.tsx', outDir: prerender } });
await build({
  logLevel: 'warn',
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    // Stands at the base path under its own name: from there it may look after all pages.
    rolldownOptions: {
      input: join(root, 'web/service-worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
    },
  },
});
await writePages();
compressFiles();

async function writePages(): Promise<void> {
  const pages: typeof import('../web/prerender.tsx') = await import(join(prerender, 'prerender.js'));
  const template = readFileSync(join(web, 'index.html'), 'utf8');
  for (const language of languageCodes) {
    const texts = JSON.parse(readFileSync(join(root, `web/i18n/texts/${language}.json`), 'utf8'));
    const page = await pages.prerenderWelcome(language, texts);
    const html = fill(template, language, page, preloads(language)).replace(
      'id="root"',
      `id="root" data-welcome="${language}"`,
    );
    writeFileSync(join(web, `welcome.${language}.html`), html);
    if (language !== fallbackLanguage) continue;
    writeFileSync(
      join(web, 'index.html'),
      fill(template, language, await pages.prerenderLoader(language, texts)),
    );
  }
  rmSync(prerender, { recursive: true });
}

function fill(template: string, language: string, page: Prerendered, head = ''): string {
  const description = page.description.replaceAll('"', '&quot;');
  return template
    .replace('<html lang="uk">', `<html lang="${language}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace(
      '<!--head-->',
      () => `<meta name="description" content="${description}" />
    <meta property="og:title" content="${page.title}" />
    <meta property="og:description" content="${description}" />${head}`,
    )
    .replace('<!--markup-->', () => page.markup);
}

/** The letters and the language's texts are on their way before what asks for them. */
function preloads(language: string): string {
  const assets = readdirSync(join(web, 'assets'));
  const file = assets.find((name) => name.startsWith(`${language}-`) && name.endsWith('.json'));
  const font = assets.find((name) => /^onest-latin-wght.*\.woff2$/.test(name));
  return `
    <link rel="preload" as="font" type="font/woff2" crossorigin href="${BASE_PATH}/assets/${font}" />
    <link rel="preload" as="fetch" crossorigin href="${BASE_PATH}/assets/${file}" />`;
}

function compressFiles(): void {
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html|json|svg|webmanifest)$/.test(name)) continue;
    const file = join(web, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
