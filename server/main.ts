import { BASE_PATH } from '../contract/base-path.ts';
import { buildApp } from './app.ts';
import { keepDailyCopies } from './backup/keep-daily-copies.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database/open.ts';
import { keepHouse } from './housekeeping.ts';
import { watched } from './metrics/watched.ts';
import { listen, onEnd, run } from './program.ts';
import { startScheduler } from './reminders/scheduler.ts';
import { reminderSettings } from './reminders/settings.ts';

await run(async () => {
  const config = readConfig(process.env);
  const opened = await openDatabase(config.databaseUrl);
  const { database, stopFigures } = await watched(config, opened);
  const app = await buildApp(config, database);
  const port = await listen(app, config);
  const stopHousekeeping = keepHouse(database, app.log);
  const stopCopies = keepDailyCopies(config, app.log);
  const stopReminders = startScheduler(database, await reminderSettings(config, database), app.log);
  onEnd(async () => {
    stopFigures();
    stopHousekeeping();
    await Promise.all([app.close(), stopReminders(), stopCopies()]);
    await database.destroy();
  });
  console.log(`Drink it is ready: ${config.publicUrl || `http://localhost:${port}`}${BASE_PATH}/`);
});
