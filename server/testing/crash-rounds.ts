import { DatabaseSync } from 'node:sqlite';
import { type Program, startProgram } from './program.ts';
import { type Answer, send } from './test-app.ts';

/** Rounds of people writing to a server on SQLite that is killed in the middle of it. */
export interface CrashPlan {
  /** Where the database is to be; nobody else uses it. */
  file: string;
  /** What else the server's environment is to hold. */
  environment?: Record<string, string>;
  rounds: number;
  connections: number;
  /** It is killed once so many writes of the round are acknowledged. */
  writesPerRound: number;
  onRound?(round: CrashRound): void;
}

export interface CrashRound {
  acknowledged: number;
  /** Calls that got no answer. */
  unanswered: number;
  /** From the start of the process after the crash to its word that it is ready, ms. */
  readyMs: number;
}

/** A portion as somebody added it; `possible` is what may be kept of it: a volume in ml, or nothing. */
interface Added {
  key: string;
  volume: number;
  id?: string;
  possible: (number | undefined)[];
}

const OF_ACKNOWLEDGED_KEYS = 20;
const dayOfRound = (round: number) => new Date(Date.UTC(2026, 0, 1 + round)).toISOString().slice(0, 10);

/**
 * Runs them. After each crash every acknowledged write must be there, every write that is repeated under its key must
 * be there once, and the file must be sound.
 * @throws Error that says what is lost or doubled.
 */
export async function runCrashRounds(plan: CrashPlan): Promise<void> {
  const environment = { ...plan.environment, DATABASE_URL: `sqlite:${plan.file}` };
  let program = await startProgram(environment);
  try {
    const body = { email: 'ann@example.com', password: 'correct horse' };
    const { token } = (await send(program.url, 'POST /api/users/register', { body })).body;
    const rounds: Added[][] = [];
    for (let round = 0; round < plan.rounds; round++) {
      const day = dayOfRound(round);
      const { added, acknowledged, unanswered } = await writeUntilCrash(program, token, day, plan);
      rounds.push(added);
      const start = performance.now();
      program = await startProgram(environment);
      const ready = await send(program.url, 'GET /api/health/ready');
      const readyMs = performance.now() - start;
      if (ready.status !== 200) throw new Error(`After the crash it is not ready: ${ready.status}.`);
      await checkDay(program.url, token, day, added);
      await repeat(program.url, token, day, added);
      await checkDay(program.url, token, day, added);
      checkFile(plan.file);
      plan.onRound?.({ acknowledged, unanswered, readyMs });
    }
    for (const [round, added] of rounds.entries()) {
      await checkDay(program.url, token, dayOfRound(round), added);
    }
  } finally {
    await program.stop('SIGTERM');
  }
}

/** Adds, edits and deletes portions, each connection its own, until the server is killed under their hands. */
async function writeUntilCrash(program: Program, token: string, day: string, plan: CrashPlan) {
  const added: Added[] = [];
  let acknowledged = 0;
  let unanswered = 0;

  /** Makes a call that leaves of a portion what `outcome` says. False if it was not answered. */
  const write = async (
    portion: Added,
    outcome: number | undefined,
    status: number,
    call: () => Promise<Answer>,
  ) => {
    portion.possible.push(outcome);
    const answer = await call().catch(() => undefined);
    if (!answer) {
      unanswered += 1;
      return false;
    }
    if (answer.status !== status) throw new Error(`A write was answered ${answer.status}.`);
    portion.id ??= answer.body.id;
    portion.possible = [outcome];
    acknowledged += 1;
    if (acknowledged === plan.writesPerRound) void program.stop('SIGKILL');
    return true;
  };
  const connection = async (name: number) => {
    const own: Added[] = [];
    for (let count = 0; ; count++) {
      const chance = Math.random();
      const portion = own[Math.floor(Math.random() * own.length)];
      const volume = 1 + Math.floor(Math.random() * 5000);
      let isAnswered: boolean;
      if (portion && chance < 0.15) {
        isAnswered = await write(portion, volume, 200, () => edit(program.url, token, day, portion, volume));
      } else if (portion && chance < 0.25) {
        own.splice(own.indexOf(portion), 1);
        isAnswered = await write(portion, undefined, 204, () => remove(program.url, token, day, portion));
      } else {
        const fresh: Added = { key: `${day}/${name}/${count}`, volume, possible: [undefined] };
        added.push(fresh);
        own.push(fresh);
        isAnswered = await write(fresh, volume, 201, () => add(program.url, token, day, fresh));
      }
      if (!isAnswered) return;
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, name) => connection(name)));
  await program.ended;
  return { added, acknowledged, unanswered };
}

/** Repeats what was not answered, and some of what was: the first must be there then, the others change nothing. */
async function repeat(url: string, token: string, day: string, added: Added[]): Promise<void> {
  const unanswered = added.filter(({ id }) => id === undefined);
  const answered = added.filter(({ id }) => id !== undefined).slice(-OF_ACKNOWLEDGED_KEYS);
  for (const portion of [...unanswered, ...answered]) {
    const { status, body } = await add(url, token, day, portion);
    if (status !== 201 || body.id !== (portion.id ?? body.id)) {
      throw new Error(`A repeated write got another answer (${status}).`);
    }
    if (portion.id === undefined) portion.possible = [portion.volume];
    portion.id = body.id;
  }
}

/** Checks a day against what may be kept of it; what is found is what it must be from then on. */
async function checkDay(url: string, token: string, day: string, added: Added[]): Promise<void> {
  const { body } = await send(url, `GET /api/user/water/today?date=${day}T12:00`, { token });
  const kept = new Map<string, number>(
    body.waterlist.map(({ id, waterVolume }: { id: string; waterVolume: number }) => [id, waterVolume]),
  );
  let strangers = kept.size;
  for (const portion of added) {
    if (portion.id === undefined) continue;
    const found = kept.get(portion.id);
    if (!portion.possible.includes(found)) {
      throw new Error(
        `An acknowledged write is lost: ${found} ml are kept, not ${portion.possible.join(' or ')}.`,
      );
    }
    portion.possible = [found];
    if (found !== undefined) strangers -= 1;
  }
  const unanswered = added.filter(({ id }) => id === undefined).length;
  if (strangers > unanswered) throw new Error(`${strangers} portions are kept that nobody added.`);
}

function checkFile(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('pragma integrity_check').get()?.['integrity_check'];
    if (found !== 'ok') throw new Error(`The file is damaged: ${found}.`);
  } finally {
    database.close();
  }
}

const add = (url: string, token: string, day: string, { key, volume }: Added) =>
  send(url, 'POST /api/user/water', {
    token,
    headers: { 'Idempotency-Key': key },
    body: { waterVolume: volume, time: `${day}T12:00` },
  });

const edit = (url: string, token: string, day: string, { id }: Added, waterVolume: number) =>
  send(url, `PUT /api/user/water/${day}?portionID=${id}`, {
    token,
    body: { waterVolume, time: `${day}T12:00` },
  });

const remove = (url: string, token: string, day: string, { id }: Added) =>
  send(url, `DELETE /api/user/water/${day}?portionID=${id}`, { token });
