import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { RunsAtOnce } from './engine.ts';
import type { Database } from './open.ts';

/** Holds the place of a value that is known only when the query runs. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A query that looked at a value while it is built would be the same one for all values. */
  [Symbol.toPrimitive](): never {
    throw new Error(`The query may hand "${this.name}" on, but it has no value yet.`);
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * A query that every call runs: built and compiled once, by the first who runs it on a database, then only filled with
 * values. `build` is called with places in their stead; it may hand them to the query, but not look at them.
 */
export function prepare<Given extends object, Row>(
  build: (database: Database, given: Given) => Compilable<Row>,
): (database: Database, given: Given) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (database, given) => {
    const { adapter, plugins } = database.getExecutor();
    // Of its own for each engine, and for each database that something watches.
    const owner = plugins.at(-1) ?? adapter;
    let query = compiled.get(owner);
    if (!query) {
      query = build(database, places as Given).compile();
      compiled.set(owner, query);
    }
    const ready = { ...query, parameters: filled(query.parameters, given) };
    const isWatched = plugins.length > 0;
    return (
      (!isWatched && (adapter as Partial<RunsAtOnce>).runAtOnce?.(ready)) || database.executeQuery(ready)
    );
  };
}

function filled(parameters: readonly unknown[], given: object): unknown[] {
  return parameters.map((value) =>
    value instanceof Place ? given[value.name as keyof typeof given] : value,
  );
}
