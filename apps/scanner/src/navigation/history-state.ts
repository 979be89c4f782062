/** Reads one property of a history state, which another build of the app may have written. */
export function readProperty(state: unknown, key: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[key] : undefined;
}

/** Reads a property that must be text. */
export function readText(state: unknown, key: string): string | undefined {
  const entry = readProperty(state, key);
  return typeof entry === 'string' ? entry : undefined;
}
