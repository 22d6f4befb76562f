import type { CompiledQuery, Kysely, QueryResult } from 'kysely';

/** What the engines do differently: one small file each. */
export interface Engine {
  /** The database in a person's words, without a password. */
  name: string;
  /** The names of the migrations that it has seen, read without touching it; none if there is nothing yet. */
  appliedMigrations(): Promise<string[]>;
  /** Keeps a copy of what older migrations made, before the first of newer ones changes it. */
  beforeMigrating(migration: string): Promise<void>;
  /** Runs `migrate` on it; of many servers that start at once, one at a time. */
  migrating(migrate: (database: Kysely<unknown>) => Promise<void>): Promise<void>;
  /** Opens it for the calls of people, which wait for a bounded time. */
  connect<Rows>(): Kysely<Rows>;
  /** Opens it, on one connection, for work that takes as long as it takes. */
  connectPatiently<Rows>(): Kysely<Rows>;
  /** How much it takes on the disk, bytes. */
  size(): Promise<number>;
  /** Why it cannot be opened and what to do about it, in one sentence. */
  explain(error: unknown): string;
}

/** The adapter of an engine that has its database at hand: the way through Kysely takes longer than a short query. */
export interface RunsAtOnce {
  /** Runs a query that stands alone; undefined if it has to wait for its turn, and goes that way. */
  runAtOnce<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> | undefined;
}
