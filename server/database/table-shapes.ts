import { sql } from 'kysely';
import { migrate, newestVersion } from './open.ts';
import { sqliteEngine } from './sqlite.ts';

/** A table as the migrations make it. */
export interface TableShape {
  name: string;
  columns: string[];
  /** The columns of its primary key, in order. */
  key: string[];
}

/**
 * Every table of a version, after those that its foreign keys lead to. Read off an empty database that the
 * migrations make, so that no list of tables has to be kept anywhere.
 */
export async function tableShapes(version = newestVersion()): Promise<TableShape[]> {
  const database = sqliteEngine('sqlite::memory:').connect<unknown>();
  try {
    await migrate(database, version);
    const tables = await sql<{ name: string }>`
      select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
      order by name`.execute(database);
    const columns = await sql<{ owner: string; name: string; pk: number }>`
      select owner.name as owner, info.name, info.pk
      from pragma_table_list as owner, pragma_table_info(owner.name) as info
      where owner.schema = 'main' order by owner.name, info.cid`.execute(database);
    const references = await sql<{ owner: string; parent: string }>`
      select owner.name as owner, reference."table" as parent
      from pragma_table_list as owner, pragma_foreign_key_list(owner.name) as reference
      where owner.schema = 'main'`.execute(database);

    const shapes = tables.rows.map(({ name }) => {
      const own = columns.rows.filter(({ owner }) => owner === name);
      const inKey = own.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
      return { name, columns: own.map((column) => column.name), key: inKey.map((column) => column.name) };
    });
    return parentsFirst(shapes, references.rows);
  } finally {
    await database.destroy();
  }
}

function parentsFirst(shapes: TableShape[], references: { owner: string; parent: string }[]): TableShape[] {
  const ordered: TableShape[] = [];
  const add = (shape: TableShape) => {
    if (ordered.includes(shape)) return;
    for (const { owner, parent } of references) {
      const needed = shapes.find(({ name }) => name === parent);
      if (owner === shape.name && needed && needed !== shape) add(needed);
    }
    ordered.push(shape);
  };
  for (const shape of shapes) add(shape);
  return ordered;
}
