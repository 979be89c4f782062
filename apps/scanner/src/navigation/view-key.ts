import type { Location } from 'react-router';
import { readText } from './history-state.ts';

/**
 * Identifies one visit of a view. It changes with every navigation, even to the same path, except when a view writes its
 * filters to the address ({@link withinView}).
 */
export function viewKey({ key, state }: Location): string {
  return readText(state, 'viewKey') ?? key;
}

/** The history state for a change of address within one visit, which moves neither scroll position nor focus. */
export function withinView(location: Location): { viewKey: string } {
  return { viewKey: viewKey(location) };
}
