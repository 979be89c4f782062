import * as z from 'zod/mini';

const stateSchema = z.object({ live: z.number(), details: z.optional(z.boolean()) });

/**
 * The history state of a scan result that the scanner has just opened: it stands over the live camera. `live` is the
 * page's time origin, since the browser keeps the state over a reload and a reloaded result is a record like any other.
 */
export type LiveResultState = z.infer<typeof stateSchema>;

export function liveResult(details = false): LiveResultState {
  return { live: performance.timeOrigin, ...(details && { details }) };
}

export function isLiveResult(state: unknown): state is LiveResultState {
  const parsed = stateSchema.safeParse(state);
  return parsed.success && parsed.data.live === performance.timeOrigin;
}
