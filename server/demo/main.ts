import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH } from '../../contract/base-path.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { listen, onEnd, run } from '../program.ts';
import { startScheduler } from '../reminders/scheduler.ts';
import { reminderSettings } from '../reminders/settings.ts';
import { addDemoPerson } from './demo-person.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Drink it</title><script src="/demo/sign-in.js"></script></html>';

const signIn = (token: string) =>
  `localStorage.setItem('auth', ${JSON.stringify(token)}); location.replace('${BASE_PATH}/home');`;

/** The real application on a database that is thrown away, with one address more: it signs the visitor in. */
await run(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drink-it-demo-'));
  const url = `sqlite:${join(folder, 'demo.db')}`;
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATABASE_URL: url });
  const database = await openDatabase(config.databaseUrl);
  const token = await addDemoPerson(database);
  const app = await buildApp(config, database);

  app.get('/demo', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/demo/sign-in.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(signIn(token)),
  );

  const stopReminders = startScheduler(database, await reminderSettings(config, database), app.log);
  const port = await listen(app, config);
  console.log(`Look around as Olena: http://localhost:${port}/demo`);

  onEnd(async () => {
    await Promise.all([app.close(), stopReminders()]);
    await database.destroy();
    rmSync(folder, { recursive: true });
  });
});
