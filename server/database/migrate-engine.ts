import { isDatabaseUrl } from '../config.ts';
import { run } from '../program.ts';
import { StartError } from '../start-error.ts';
import { copyDatabase, type Row } from './copy-database.ts';
import { openPatiently } from './open.ts';
import { reporter } from './report-progress.ts';

const USAGE =
  'Say from where to where, as in DATABASE_URL: npm run migrate-engine -- sqlite:./data/drink-it.db postgres://user:password@host:5432/database';

/** Copies a whole database into an empty one, of the same engine or of the other one. */
await run(async () => {
  const [from, to, ...more] = process.argv.slice(2);
  if (!from || !to || more.length > 0 || !isDatabaseUrl(from) || !isDatabaseUrl(to))
    throw new StartError(USAGE);
  if (from === to) throw new StartError('The two databases are the same one: name another target.');

  const source = await openPatiently<Record<string, Row>>(from, true);
  const target = await openPatiently<Record<string, Row>>(to, false);
  try {
    await copyDatabase(source, target, reporter());
  } finally {
    await source.destroy();
    await target.destroy();
  }
  console.log('Everything was copied and compared. The source keeps all it had.');
});
