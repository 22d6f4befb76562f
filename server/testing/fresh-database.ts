import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database that nobody has used, of the engine that the tests run on. */
export interface FreshDatabase {
  url: string;
  /** Erases it; nobody may be connected any more. */
  drop(): Promise<void>;
}

export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('postgres');
  return server ? freshPostgres(server) : freshSqlite();
}

function freshSqlite(): FreshDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-'));
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

/** A database of its own on a server where the URL's user may make some. */
export async function freshPostgres(server: string): Promise<FreshDatabase> {
  const name = `drink_it_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = name;
  await administer(server, `create database ${name} encoding 'UTF8' template template0`);
  return {
    url: url.href,
    drop: () => administer(server, `drop database ${name} with (force)`),
  };
}

/** Runs one statement in a database of PostgreSQL. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
