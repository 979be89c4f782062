import { readText } from './history-state.ts';

/**
 * Whom signing in brings back to the view that Login replaced: the user whose session has ended, or without one anybody,
 * as the visitor asked for this view. Null after a sign-out: the address, which may contain a barcode, is for nobody.
 */
export type Returner = { readonly userId: string | undefined } | null;

/** The history state of Login for a view that requires a session. */
export function writeReturnPath(path: string, returner: Returner): unknown {
  return returner && { from: path, ...returner };
}

/** The path to open after signing in: the one that led to Login, if it is this user's and of this origin. @default '/' */
export function readReturnPath(state: unknown, userId: string | undefined): string {
  const owner = readText(state, 'userId');
  if (owner !== undefined && owner !== userId) return '/';
  const from = readText(state, 'from') ?? '/';
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
