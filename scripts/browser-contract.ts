import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { type Call, calls } from '../contract/calls.ts';

const CALLS = fileURLToPath(new URL('../contract/calls.ts', import.meta.url));
/** In the build every call is a module of its own, so that it goes where it is made, and nowhere if no page makes it. */
const ALL_CALLS = `${CALLS}?all`;
const ONE_CALL = `${CALLS}?call=`;

/**
 * What the browser needs of a declared call is how to make it; its types are gone by then, and what is checked and
 * answered is the server's business. So `calls.ts` comes with that alone, `*.schema.ts` with every name and none of the
 * content, and the validator stays at home. Only the contract may import a schema: elsewhere it would be undefined, and
 * the build says so.
 */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.startsWith(`${CALLS}?`)) return source;
      if (source.endsWith('.schema.ts') && importer && !/[\\/]contract[\\/]/.test(importer)) {
        this.error(
          `${importer} imports ${source}: the browser carries no schemas. Import a rule of the contract.`,
        );
      }
    },
    async load(id) {
      if (id === CALLS) return `export * as calls from '${ALL_CALLS}';`;
      if (id === ALL_CALLS) return reexports();
      if (id.startsWith(ONE_CALL)) return howToMake(id.slice(ONE_CALL.length));
      if (!id.endsWith('.schema.ts')) return;
      const names = Object.keys(await import(pathToFileURL(id).href));
      return names.map((name) => `export const ${name} = undefined;`).join('\n');
    },
  };
}

function reexports(): string {
  return Object.keys(calls)
    .map((name) => `export { ${name} } from '${ONE_CALL}${name}';`)
    .join('\n');
}

function howToMake(name: string): string {
  const { method, path, public: isPublic, upload } = (calls as Record<string, Call>)[name] as Call;
  return `export const ${name} = ${JSON.stringify({ method, path, public: isPublic, upload })};`;
}
