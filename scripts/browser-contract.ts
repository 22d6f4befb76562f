import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The browser needs of a declared call its method and its path; its types are gone by then, and its schemas are the
 * server's business. So `*.schema.ts` comes to the browser with every name and none of the content, and the validator
 * stays at home. Only the contract may import such a file: elsewhere it would be undefined, and the build says so.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.endsWith('.schema.ts') && importer && !/[\\/]contract[\\/]/.test(importer)) {
        this.error(
          `${importer} imports ${source}: the browser carries no schemas. Import a rule of the contract.`,
        );
      }
    },
    async load(id) {
      if (!id.endsWith('.schema.ts')) return;
      const names = Object.keys(await import(pathToFileURL(id).href));
      return names.map((name) => `export const ${name} = undefined;`).join('\n');
    },
  };
}
