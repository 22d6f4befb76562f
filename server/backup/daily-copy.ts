import { constants, setPriority } from 'node:os';
import { onEnd, run } from '../program.ts';
import { makeDailyCopy } from './automatic-copies.ts';

/** Makes the daily copy, for the server that started it: in a process of its own, so that no call waits for it. */
await run(async () => {
  const [database = '', kept] = process.argv.slice(2);
  onEnd(async () => process.exit(1));
  setPriority(constants.priority.PRIORITY_LOW);
  await makeDailyCopy(database, Number(kept));
});
