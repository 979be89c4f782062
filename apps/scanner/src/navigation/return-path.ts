import { readText } from './history-state.ts';

/** The path to open after signing in: the one that led to Login, if it is of this origin. @default '/' */
export function readReturnPath(state: unknown): string {
  const from = readText(state, 'from') ?? '/';
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
