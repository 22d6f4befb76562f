import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { type Call, calls } from '../contract/calls.ts';

const CALLS = fileURLToPath(new URL('../contract/calls.ts', import.meta.url));
/** Where the calls stand one by one; it exists in the build alone. */
const EACH_CALL = `${CALLS}?each`;

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
      if (source === EACH_CALL) return source;
      if (source.endsWith('.schema.ts') && importer && !/[\\/]contract[\\/]/.test(importer)) {
        this.error(
          `${importer} imports ${source}: the browser carries no schemas. Import a rule of the contract.`,
        );
      }
    },
    async load(id) {
      if (id === CALLS) return `export * as calls from '${EACH_CALL}';`;
      if (id === EACH_CALL) return howToMakeEach();
      if (!id.endsWith('.schema.ts')) return;
      const names = Object.keys(await import(pathToFileURL(id).href));
      return names.map((name) => `export const ${name} = undefined;`).join('\n');
    },
  };
}

/** One export for each call, so that those which no page makes are left out. */
function howToMakeEach(): string {
  return Object.entries(calls as Record<string, Call>)
    .map(([name, { method, path, public: isPublic, upload }]) => {
      const how = JSON.stringify({ method, path, public: isPublic, upload });
      return `export const ${name} = ${how};`;
    })
    .join('\n');
}
