import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { NormReply } from '../../contract/norm.schema.ts';
import { toLitres, toMillilitres } from '../../contract/norm.ts';
import { holdAccount } from '../account/account.store.ts';
import type { Database } from '../database/open.ts';
import type { Caller } from '../http/authenticate.ts';
import { unauthorized } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { todayIn } from '../http/time-zone.ts';
import { changeNormFacts, normInForce, readNormFacts, setNorm } from './norm.store.ts';

const GRAMS_PER_KILOGRAM = 1000;
const SECONDS_PER_HOUR = 3600;

/** Whole units for the database; `undefined` stays, since it means "no change". */
function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * factor);
}

/** The norm in force today and what it was calculated from. */
export function normRoutes(app: FastifyInstance, database: Database): void {
  serve(app, calls.getNorm, async ({ caller }) => presentNorm(database, caller));

  serve(app, calls.changeNorm, async ({ body, caller }) =>
    database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, caller.account);
      if (body.dailyNorma !== undefined) {
        await setNorm(transaction, caller.account, todayIn(caller.timeZone), toMillilitres(body.dailyNorma));
      }
      await changeNormFacts(transaction, caller.account, {
        gender: body.gender,
        weight_g: scaled(body.weight, GRAMS_PER_KILOGRAM),
        activity_s: scaled(body.activityTime, SECONDS_PER_HOUR),
        will_drink_ml: body.willDrink === undefined ? undefined : toMillilitres(body.willDrink),
      });
      const norm = await presentNorm(transaction, caller);
      return {
        updatedDailyNorma: norm.dailyNorma,
        updatedGender: norm.gender,
        updatedWeight: norm.weight,
        updatedActivityTime: norm.activityTime,
        updatedWillDrink: norm.willDrink,
      };
    }),
  );
}

async function presentNorm(database: Database, caller: Caller): Promise<NormReply> {
  const facts = await readNormFacts(database, caller.account);
  if (!facts) throw unauthorized();
  return {
    dailyNorma: toLitres(await normInForce(database, caller.account, todayIn(caller.timeZone))),
    gender: facts.gender,
    weight: facts.weight_g / GRAMS_PER_KILOGRAM,
    activityTime: facts.activity_s / SECONDS_PER_HOUR,
    willDrink: toLitres(facts.will_drink_ml),
  };
}
