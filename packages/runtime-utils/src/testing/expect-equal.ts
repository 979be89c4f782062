/** Throws unless both values are the same JSON: the contract suites run under any test runner. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual, sorted), JSON.stringify(expected, sorted)];
  if (is !== should) throw new Error(`expected ${should}, got ${is}`);
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
