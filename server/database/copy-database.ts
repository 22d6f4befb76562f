import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { newestVersion } from './open.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** A row of any table: texts, whole numbers, bytes, null. */
export type Row = Record<string, unknown>;
export type AnyDatabase = Kysely<Record<string, Row>>;

const BATCH_ROWS = 500;

/** How far the copying is. */
export interface Progress {
  table: string;
  rows: number;
  of: number;
}

/**
 * Copies every row of every table of a version into a database whose tables are empty, and compares what arrived with what was
 * there: the number of rows of each table, and a digest of all its rows. All or nothing: one transaction reads, one
 * writes. On SQLite the one that reads also keeps others from writing meanwhile.
 * @throws StartError if the target holds rows, or what arrived is not the same; it is left as it was then.
 */
export async function copyDatabase(
  source: AnyDatabase,
  target: AnyDatabase,
  onProgress: (progress: Progress) => void,
  version = newestVersion(),
): Promise<void> {
  const shapes = await tableShapes(version);
  const reading = source.transaction().setIsolationLevel('repeatable read');
  await reading.execute((from) =>
    target.transaction().execute(async (to) => {
      for (const { name } of shapes) await mustBeEmpty(to, name);
      for (const shape of shapes) await copyTable(from, to, shape, onProgress);
    }),
  );
}

async function mustBeEmpty(database: AnyDatabase, table: string): Promise<void> {
  const rows = await countRows(database, table);
  if (rows > 0) {
    throw new StartError(
      `The target is not empty (${rows} rows in the table ${table}): name a database that nothing was written to.`,
    );
  }
}

async function countRows(database: AnyDatabase, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
    database,
  );
  return rows[0]?.rows ?? 0;
}

async function copyTable(
  from: AnyDatabase,
  to: AnyDatabase,
  shape: TableShape,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const of = await countRows(from, shape.name);
  const sent = rowsDigest(shape);
  for await (const batch of batchesOf(from, shape)) {
    await to.insertInto(shape.name).values(batch).execute();
    sent.add(batch);
    onProgress({ table: shape.name, rows: sent.count(), of });
  }
  const arrived = rowsDigest(shape);
  for await (const batch of batchesOf(to, shape)) arrived.add(batch);
  if (sent.count() !== of || arrived.count() !== of || sent.text() !== arrived.text()) {
    throw new StartError(
      `The table ${shape.name} did not arrive as it was (${arrived.count()} of ${of} rows): nothing was copied.`,
    );
  }
}

/** All rows in the order of the key, from each batch's last key on to the next. */
async function* batchesOf(database: AnyDatabase, { name, columns, key }: TableShape): AsyncGenerator<Row[]> {
  const list = (names: string[]) => sql.join(names.map((column) => sql.ref(column)));
  let last: Row | undefined;
  do {
    const after: Row | undefined = last;
    const rest = after
      ? sql`where (${list(key)}) > (${sql.join(key.map((column) => after[column]))})`
      : sql``;
    const { rows } = await sql<Row>`
      select ${list(columns)} from ${sql.table(name)} ${rest} order by ${list(key)} limit ${BATCH_ROWS}
    `.execute(database);
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (last);
}

/** SHA-256 over rows, the same whichever engine they come from. */
function rowsDigest({ columns }: TableShape) {
  const digest = createHash('sha256');
  let count = 0;
  const plain = (value: unknown) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
  return {
    add(rows: Row[]) {
      count += rows.length;
      for (const row of rows) digest.update(JSON.stringify(columns.map((column) => plain(row[column]))));
    },
    count: () => count,
    text: () => digest.copy().digest('hex'),
  };
}
