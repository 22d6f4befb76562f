import { hashToken } from '../server/account/token.ts';
import { startEmbeddedPostgres } from '../server/testing/embedded-postgres.ts';
import { freshPostgres } from '../server/testing/fresh-database.ts';
import { alternate, medianOf } from './alternate.ts';
import { atLeast, type Figure, figure, milliseconds, rate } from './figure.ts';
import { inFreshFolder } from './fresh-folder.ts';
import { type LoadResult, lay } from './load.ts';
import { adding, DAY, makePeople, type Person, reading, VOLUME_ML } from './people.ts';
import { runPgbench, type Script } from './pgbench.ts';
import { startServer } from './start-server.ts';

const PEOPLE = 20;
const ROUNDS = 3;
const SECONDS = 4;
/** As many as a server of ours keeps. */
const CONNECTIONS = 10;

/** Reads and durable writes on PostgreSQL, against pgbench with the statements that a call of ours amounts to. */
export const measure = () =>
  inFreshFolder(async (folder): Promise<Figure[]> => {
    const engine = await startEmbeddedPostgres({ durable: true });
    const { url } = await freshPostgres(`${engine.url}/postgres`);
    const people = await makePeople(url, PEOPLE);
    const program = await startServer(url);
    const ours = (requests: ReturnType<typeof reading>) =>
      lay({ url: program.url, connections: 50, seconds: SECONDS, requests });
    const pgbench = async (toScript: (person: Person, number: number) => Script) =>
      runPgbench(url, folder, CONNECTIONS, SECONDS, people.map(toScript));
    type Runs = { reads: LoadResult; bareReads: number; writes: LoadResult; bareWrites: number };
    // Reads first: each write makes the days longer.
    const reads = await alternate<Pick<Runs, 'reads' | 'bareReads'>>(ROUNDS, {
      reads: () => ours(reading(people)),
      bareReads: () => pgbench(readingScript),
    });
    const writes = await alternate<Pick<Runs, 'writes' | 'bareWrites'>>(ROUNDS, {
      writes: () => ours(adding(people)),
      bareWrites: () => pgbench(addingScript),
    });
    await program.stop('SIGTERM');
    await engine.stop();

    const [oursReads, oursWrites] = [reads.reads, writes.writes].map((runs) =>
      medianOf(runs, ({ perSecond }) => perSecond),
    ) as [number, number];
    const [bareReads, bareWrites] = [reads.bareReads, writes.bareWrites].map((runs) =>
      medianOf(runs, (perSecond) => perSecond),
    ) as [number, number];
    return [
      figure('the day, signed in', rate(oursReads)),
      figure('pgbench with the same statements', rate(bareReads)),
      atLeast('reads : pgbench', oursReads / bareReads, 0.5),
      figure('99 of 100 days within', milliseconds(medianOf(reads.reads, ({ p99 }) => p99))),
      figure('portions added, on the disk', rate(oursWrites)),
      figure('pgbench with the same statements', rate(bareWrites)),
      atLeast('writes : pgbench', oursWrites / bareWrites, 0.5),
      figure('99 of 100 portions within', milliseconds(medianOf(writes.writes, ({ p99 }) => p99))),
    ];
  });

/** What is looked up before anything else: the session, and the zone of its account. */
const SESSION = `select account.id, account.time_zone, session.last_used_at from session
  inner join account on account.id = session.account_id
  where session.account_id = :account and session.token_hash = decode(:hash, 'hex') and session.expires_at > 0 and session.last_used_at > 0;`;

const PORTIONS = `select norm_ml, id, time, volume_ml
  from (select from_day, norm_ml from norm where account_id = :account and from_day <= :day
    order by from_day desc limit 1) as in_force
  left join portion on portion.account_id = :account and portion.day = :day
  order by time, id;`;

const INSERT = `insert into portion (account_id, day, id, time, volume_ml)
  values (:account, :day, gen_random_uuid()::text, '12:00', ${VOLUME_ML});`;

function readingScript(person: Person, number: number): Script {
  return script(`read-${number}`, person, SESSION, PORTIONS);
}

function addingScript(person: Person, number: number): Script {
  return script(`add-${number}`, person, SESSION, INSERT);
}

/** The statements, on one line each, with one person's values written into them: pgbench has no variables of text. */
function script(name: string, { account, token }: Person, ...statements: string[]): Script {
  const text = statements
    .map((statement) => statement.replace(/\s+/g, ' '))
    .join('\n')
    .replaceAll(':account', `'${account}'`)
    .replaceAll(':hash', `'${hashToken(token).toString('hex')}'`)
    .replaceAll(':day', `'${DAY}'`);
  return { name, text };
}
