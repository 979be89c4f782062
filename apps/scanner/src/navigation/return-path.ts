import { readText } from './history-state.ts';

/** Where to go after signing in: the path that Login was reached from, only ever one of this origin. @default '/' */
export function readReturnPath(state: unknown): string {
  const from = readText(state, 'from') ?? '/';
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
