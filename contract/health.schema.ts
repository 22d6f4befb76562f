import * as z from 'zod/mini';

/** What a server says of itself where it is well; otherwise it answers `unavailable`, or not at all. */
export const HealthReply = z.object({ status: z.literal('ok') });
