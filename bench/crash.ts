import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CrashRound, runCrashRounds } from '../server/testing/crash-rounds.ts';
import { folderOnDisk } from './folder-on-disk.ts';

/*
 * kill -9 in the middle of it: 40 rounds of 20 connections that add, edit and delete portions, on SQLite in a file of
 * the working folder's disk. After each crash nothing that was acknowledged may be missing, nothing that is repeated
 * under its key may be there twice, and the file must be sound.
 *
 *   node_modules/.bin/node bench/crash.ts
 */

const ROUNDS = 40;
const CONNECTIONS = 20;
const WRITES_PER_ROUND = 520;
const READY_WITHIN_MS = 2000;

const folder = folderOnDisk('crash');
const rounds: CrashRound[] = [];
try {
  await runCrashRounds({
    file: join(folder, 'crash.db'),
    // As `npm start` does.
    environment: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    rounds: ROUNDS,
    connections: CONNECTIONS,
    writesPerRound: WRITES_PER_ROUND,
    onRound(round) {
      rounds.push(round);
      const { acknowledged, unanswered, readyMs } = round;
      console.log(
        `round ${rounds.length}: ${acknowledged} acknowledged, ${unanswered} cut off, ready after ${Math.round(readyMs)} ms`,
      );
    },
  });
} finally {
  rmSync(folder, { recursive: true });
}
const total = (of: (round: CrashRound) => number) => rounds.reduce((sum, round) => sum + of(round), 0);
const times = rounds.map(({ readyMs }) => readyMs).sort((one, other) => one - other);
const late = times.filter((ms) => ms > READY_WITHIN_MS).length;
console.log(
  `${total(({ acknowledged }) => acknowledged)} writes acknowledged, ${total(({ unanswered }) => unanswered)} cut off: ` +
    'none lost, none doubled, the file sound after every round.',
);
console.log(
  `Ready again after ${Math.round(times[ROUNDS / 2] ?? 0)} ms (median), ${Math.round(times.at(-1) ?? 0)} ms at the most.`,
);
if (late > 0) {
  console.error(`${late} starts took longer than ${READY_WITHIN_MS} ms.`);
  process.exitCode = 1;
}
