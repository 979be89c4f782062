import { readText } from './history-state.ts';

/** Whom signing in brings back to the view that Login replaces. */
export interface Returner {
  /** Who was signed in last; without one, nobody was. */
  readonly userId: string | undefined;
  /**
   * `own`: that user's session ended in it, so it is for that user alone. `left`: a sign-out left it, so it is for nobody.
   * `asked`: somebody has asked for it since, so its path is for anybody; what an address has beyond the name of a view, such
   * as a barcode or a search, is still for that user.
   */
  readonly view: 'own' | 'left' | 'asked';
}

/** The history state of Login for a view that requires a session. */
export function writeReturnPath(path: string, { userId, view }: Returner): unknown {
  const isForAnybody = view === 'asked' && /^\/[\w-]*$/.test(path);
  return view === 'left' ? null : { from: path, ...(!isForAnybody && { userId }) };
}

/** The path to open after signing in: the one that led to Login, if it is this user's and of this origin. @default '/' */
export function readReturnPath(state: unknown, userId: string | undefined): string {
  const owner = readText(state, 'userId');
  if (owner !== undefined && owner !== userId) return '/';
  const from = readText(state, 'from') ?? '/';
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
