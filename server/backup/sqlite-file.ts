import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

/** The whole database in one step: a copy in several begins anew whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1;

/** How long a copy waits for whoever holds the database, ms. */
const BUSY_TIMEOUT = 5000;

/**
 * Copies a database in use into a file, as it is at one moment: everything that was acknowledged before is in it. Those
 * who write meanwhile are not held up. The copy is checked, and is one file: nothing of it lies in a WAL.
 * @throws StartError if the database is not there, or is damaged.
 */
export async function copyOf(database: string, file: string): Promise<void> {
  if (!existsSync(database)) {
    throw new StartError(`There is no database ${database}: check DATABASE_URL, or start the server once.`);
  }
  const source = new DatabaseSync(database, { readOnly: true, timeout: BUSY_TIMEOUT });
  try {
    await backup(source, file, { rate: ALL_PAGES });
  } catch (error) {
    throw isDamage(error) ? damaged(database, error) : error;
  } finally {
    source.close();
  }
  mustBeWhole(file, database);
}

/**
 * Checks a copy that nobody else has open: every page, every index, every reference. What may be left in a WAL comes
 * into the file. `shown` is what the person knows it as.
 * @throws StartError if it is damaged, cut short or no database at all.
 */
export function mustBeWhole(file: string, shown: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
    const [first] = database.prepare('pragma integrity_check(1)').all();
    if (first?.['integrity_check'] !== 'ok') throw damaged(shown, first?.['integrity_check']);
    const [lost] = database.prepare('pragma foreign_key_check').all();
    if (lost) throw damaged(shown, `a row in the table ${lost['table']} belongs to nobody`);
  } catch (error) {
    throw isDamage(error) ? damaged(shown, error) : error;
  } finally {
    database.close();
  }
}

/** Result codes of a file that is damaged, or no database. */
const DAMAGE = new Set([11, 26]);
const PRIMARY_RESULT_CODE = 0xff;

/** SQLite's primary result code of an error; undefined if it is none of SQLite's. */
export function resultCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & PRIMARY_RESULT_CODE : undefined;
}

export const isDamage = (error: unknown) => DAMAGE.has(resultCode(error) ?? 0);

function damaged(file: string, reason: unknown): StartError {
  const words = reason instanceof Error ? reason.message : String(reason).replaceAll('\n', ' ');
  return new StartError(
    `${file} is damaged, cut short, or no database (${words}): use a copy that is whole, such as one in the folder "backups".`,
    { cause: reason },
  );
}

/** What a database file holds. */
export interface Contents {
  /** None if it is not ours. */
  migrations: string[];
  /** Of every table, as `table.column`. */
  columns: string[];
  accounts: number;
}

/** A line about it, for who made or restored a copy to see whether it is the right one. */
export function inWords({ accounts, migrations }: Contents): string {
  return `with ${accounts} ${accounts === 1 ? 'account' : 'accounts'}, as of version ${migrations.toSorted().at(-1)}`;
}

export function contentsOf(file: string): Contents {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (query: string) => database.prepare(query).all();
  try {
    const isOurs = all("select 1 from sqlite_master where name = 'kysely_migration'").length > 0;
    if (!isOurs) return { migrations: [], columns: [], accounts: 0 };
    const columns = all(
      `select owner.name as owner, info.name as name from sqlite_master as owner, pragma_table_info(owner.name) as info
       where owner.type = 'table' and owner.name not like 'sqlite%' and owner.name not like 'kysely%'`,
    ).map(({ owner, name }) => `${owner}.${name}`);
    return {
      migrations: all('select name from kysely_migration').map(({ name }) => String(name)),
      columns,
      accounts: columns.includes('account.id')
        ? Number(all('select count(*) as accounts from account')[0]?.['accounts'])
        : 0,
    };
  } finally {
    database.close();
  }
}
