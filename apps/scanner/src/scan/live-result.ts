import * as z from 'zod/mini';

const stateSchema = z.object({ live: z.literal(true), details: z.optional(z.boolean()) });

/** The history state of a scan result that the scanner has just opened: it stands over the live camera. */
export type LiveResultState = z.infer<typeof stateSchema>;

export function isLiveResult(state: unknown): state is LiveResultState {
  return stateSchema.safeParse(state).success;
}
