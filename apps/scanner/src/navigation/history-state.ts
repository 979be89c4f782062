/** One entry of a history state, which may be of another build of the app or of none. */
export function readEntry(state: unknown, key: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[key] : undefined;
}

/** The same where it is text. */
export function readText(state: unknown, key: string): string | undefined {
  const entry = readEntry(state, key);
  return typeof entry === 'string' ? entry : undefined;
}

/** Where the history stands now: the views follow a moment later. React Router keeps its state under `usr`. */
export function currentEntry(): { readonly pathname: string; readonly state: unknown } {
  const kept: unknown = window.history.state;
  return { pathname: window.location.pathname, state: readEntry(kept, 'usr') };
}
