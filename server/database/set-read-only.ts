import { sql } from 'kysely';
import { Client } from 'pg';
import type { Database } from './open.ts';

/** Has a database of SQLite refuse to be written to, or take it again, for tests. */
export async function setSqliteReadOnly(database: Database, isReadOnly: boolean): Promise<void> {
  await sql`pragma query_only = ${sql.lit(isReadOnly ? 1 : 0)}`.execute(database);
}

/** The same of PostgreSQL, by way of a server on which the URL's user may do so. Its connections are ended. */
export async function setPostgresReadOnly(server: string, url: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new Client(server);
  await client.connect();
  try {
    const value = isReadOnly ? 'on' : 'off';
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await client.end();
  }
}
