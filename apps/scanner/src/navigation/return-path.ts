import { readText } from './history-state.ts';

/** Whom signing in brings back to the view that Login replaced. */
export type Returner =
  /** Nobody was signed in when the page was opened: the visitor asked for this view. */
  | { readonly kind: 'anyone' }
  /** This user's session has ended without a sign-out. */
  | { readonly kind: 'user'; readonly id: string }
  /** A user has signed out: their address, which may contain a barcode, is not for the next one. */
  | { readonly kind: 'nobody' };

/** The history state of Login for a view that requires a session. */
export function writeReturnPath(path: string, returner: Returner): unknown {
  if (returner.kind === 'nobody') return null;
  return returner.kind === 'user' ? { from: path, userId: returner.id } : { from: path };
}

/** The path to open after signing in: the one that led to Login, if it is this user's and of this origin. @default '/' */
export function readReturnPath(state: unknown, userId: string | undefined): string {
  const owner = readText(state, 'userId');
  if (owner !== undefined && owner !== userId) return '/';
  const from = readText(state, 'from') ?? '/';
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
