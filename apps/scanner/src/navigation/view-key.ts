import type { Location } from 'react-router';
import { readText } from './history-state.ts';

/**
 * Names one visit of a view: it changes with every navigation, to the same path too, but not where the view only keeps
 * its filters in the address ({@link withinView}).
 */
export function viewKey({ key, state }: Location): string {
  return readText(state, 'viewKey') ?? key;
}

/** The history state of a change of address that is no navigation: scroll and focus stay where they are. */
export function withinView(location: Location): { viewKey: string } {
  return { viewKey: viewKey(location) };
}
