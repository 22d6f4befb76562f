import type { KyselyPlugin } from 'kysely';

export type QueryKind = 'select' | 'insert' | 'update' | 'delete' | 'other';

const KINDS: Record<string, QueryKind> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};

/** Tells how long each query took until its result was there, ms, waiting for a connection included. */
export function watchTimes(tell: (kind: QueryKind, ms: number) => void): KyselyPlugin {
  const begun = new WeakMap<object, { kind: QueryKind; at: number }>();
  return {
    transformQuery({ node, queryId }) {
      begun.set(queryId, { kind: KINDS[node.kind] ?? 'other', at: performance.now() });
      return node;
    },
    async transformResult({ result, queryId }) {
      const query = begun.get(queryId);
      if (query) tell(query.kind, performance.now() - query.at);
      return result;
    },
  };
}
