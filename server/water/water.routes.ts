import type { FastifyInstance } from 'fastify';
import { addDays, dayOf, daysOfMonth, isRealDay, monthOf } from '../../contract/calendar.ts';
import { calls } from '../../contract/calls.ts';
import { isId } from '../../contract/id.ts';
import { toLitres } from '../../contract/norm.ts';
import type { MonthDay, PortionInput, PortionReply } from '../../contract/water.schema.ts';
import { percentOf, QUICK_VOLUMES, USUAL_DAYS } from '../../contract/water.ts';
import { toWire } from '../../contract/wire-time.ts';
import type { Database } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { todayIn } from '../http/time-zone.ts';
import { normHistory } from '../norm/norm.store.ts';
import { claimKey } from './idempotency.store.ts';
import {
  addPortion,
  type DayTotal,
  dayTotals,
  deletePortion,
  editPortion,
  type Portion,
  type PortionFacts,
  readDay,
  usualVolumes,
} from './water.store.ts';

/** Portions, the day and the month. */
export function waterRoutes(app: FastifyInstance, database: Database): void {
  serve(app, calls.getDay, async ({ query, caller }) => {
    const day = query.date ? dayOf(query.date) : todayIn(caller.timeZone);
    const { portions, normMl } = await readDay(database, caller.account, day);
    const drankMl = portions.reduce((sum, { volumeMl }) => sum + volumeMl, 0);
    return {
      _id: day,
      ...presentTotal({ day, drankMl, servings: portions.length }, normMl),
      waterlist: portions.map(presentPortion),
    };
  });

  serve(app, calls.getMonth, async ({ query, caller }) => {
    const month = monthOf(query.date ? dayOf(query.date) : todayIn(caller.timeZone));
    const days = daysOfMonth(month);
    const [first, last] = [`${month}-01`, `${month}-31`];
    const totals = new Map<string, DayTotal>();
    for (const total of await dayTotals(database, caller.account, first, last)) totals.set(total.day, total);
    const normOn = await normHistory(database, caller.account, last);
    return days.map((day) => presentTotal(totals.get(day) ?? { day, drankMl: 0, servings: 0 }, normOn(day)));
  });

  serve(app, calls.getUsualVolumes, async ({ caller }) => {
    const since = addDays(todayIn(caller.timeZone), -USUAL_DAYS);
    return { volumes: await usualVolumes(database, caller.account, since, QUICK_VOLUMES) };
  });

  serve(app, calls.addPortion, async ({ body, headers, caller }) => {
    const facts = factsOf(body);
    const key = headers['idempotency-key'];
    if (key === undefined) return presentPortion(await addPortion(database, caller.account, facts));
    const portion = await database.transaction().execute(async (transaction) => {
      const claim = await claimKey(transaction, caller.account, key, facts);
      if (claim.outcome === 'conflict') throw keyReused();
      return claim.outcome === 'again'
        ? claim.portion
        : addPortion(transaction, caller.account, facts, claim.id);
    });
    return presentPortion(portion);
  });

  serve(app, calls.editPortion, async ({ params, query, body, caller }) => {
    const portion = { id: query.portionID, ...factsOf(body) };
    mustBeNameable(params._id, portion.id);
    if (!(await editPortion(database, caller.account, params._id, portion))) throw noSuchPortion();
    return presentPortion(portion);
  });

  serve(app, calls.deletePortion, async ({ params, query, caller }) => {
    mustBeNameable(params._id, query.portionID);
    if (!(await deletePortion(database, caller.account, params._id, query.portionID))) throw noSuchPortion();
    return undefined;
  });
}

/** What cannot be a day or an id names no portion, and is nothing to ask a database for. */
function mustBeNameable(day: string, id: string): void {
  if (!isRealDay(day) || !isId(id)) throw noSuchPortion();
}

function factsOf({ waterVolume, time }: PortionInput): PortionFacts {
  return { volumeMl: waterVolume, drunkAt: time };
}

function presentPortion({ id, volumeMl, drunkAt }: Portion): PortionReply {
  return { id, waterVolume: volumeMl, time: toWire(drunkAt) };
}

function presentTotal({ day, drankMl, servings }: DayTotal, normMl: number): MonthDay {
  return {
    date: day,
    dailyNorma: toLitres(normMl),
    drankWater: drankMl,
    percent: percentOf(drankMl, normMl),
    servings,
  };
}

function noSuchPortion(): Problem {
  return new Problem(
    'not_found',
    'This day has no such portion: it may have been moved or deleted meanwhile.',
  );
}

function keyReused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key came before with another body: use a new one.',
  );
}
