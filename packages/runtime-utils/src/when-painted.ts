/** A hidden tab paints nothing and must not wait for a paint. */
const LIMIT_MS = 500;

/** Resolves after the next paint, so that heavy work does not delay the first screen; at once where nothing is painted. */
export function whenPainted(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || globalThis.document?.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT_MS);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
