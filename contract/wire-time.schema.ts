import * as z from 'zod/mini';
import { isAccepted, isRealWallClock } from './calendar.ts';
import { message } from './field-messages.ts';
import { fromWire, type WireTime } from './wire-time.ts';

const isWireTime = (value: unknown) => typeof value === 'string' && isRealWallClock(value);

/** A time on the wire, read as the wall clock that it stands for. */
export const WireTimeInput = z.pipe(
  z.custom<WireTime>(isWireTime, message('timeInvalid')),
  z.pipe(z.transform(fromWire), z.string()).check(z.refine(isAccepted, message('timeOutOfRange'))),
);

/** A time on the wire, as a reply carries it. */
export const WireTimeReply = z.custom<WireTime>(isWireTime);
