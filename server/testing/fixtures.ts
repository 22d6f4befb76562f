import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from '../database/copy-database.ts';
import { openAtVersion } from '../database/open.ts';
import { tableShapes } from '../database/table-shapes.ts';
import type { Answers } from './every-answer.ts';
import type { Answer } from './test-app.ts';

export const FIXTURES = fileURLToPath(new URL('../database/fixtures', import.meta.url));

/** A database as a version left it, and what that version answered from it. Made by `write-fixture.ts`. */
export interface Fixture {
  /** Its last migration. */
  version: string;
  /** When the answers were given. */
  madeAt: string;
  people: {
    email: string;
    password: string;
    token: string;
    answers: Answers;
    /** What its named write was answered; null if it made none. */
    named: Answer['body'] | null;
  }[];
  tables: Record<string, Row[]>;
}

/** One for each version. */
export const readFixtures = (): Fixture[] =>
  readdirSync(FIXTURES).map((name) => JSON.parse(readFileSync(`${FIXTURES}/${name}`, 'utf8'), toBytes));

/** How bytes stand in JSON. */
export function fromBytes(_key: string, value: unknown): unknown {
  // A buffer has become an object of this form already.
  const { type, data } = (value ?? {}) as { type?: string; data?: number[] };
  return type === 'Buffer' && data ? { base64: Buffer.from(data).toString('base64') } : value;
}

function toBytes(_key: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: string };
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value;
}

/** Makes a database of the fixture's version with all of its rows in an empty one. */
export async function loadFixture(url: string, { version, tables }: Fixture): Promise<void> {
  const database = await openAtVersion<Record<string, Row>>(url, version);
  for (const { name } of await tableShapes(version)) {
    await database
      .insertInto(name)
      .values(tables[name] ?? [])
      .execute();
  }
  await database.destroy();
}
