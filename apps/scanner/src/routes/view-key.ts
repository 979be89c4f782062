import type { Location } from 'react-router';
import * as z from 'zod/mini';

const stateSchema = z.object({ viewKey: z.string() });

/**
 * Names one visit of a view: it changes with every navigation, to the same path too, but not where the view only keeps
 * its filters in the address ({@link withinView}).
 */
export function viewKey({ key, state }: Location): string {
  const parsed = stateSchema.safeParse(state);
  return parsed.success ? parsed.data.viewKey : key;
}

/** The history state of a change of address that is no navigation: scroll and focus stay where they are. */
export function withinView(location: Location): z.infer<typeof stateSchema> {
  return { viewKey: viewKey(location) };
}
