/** Throws unless both are the same JSON: a contract suite must run under any test runner. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`expected ${should}, got ${is}`);
}
