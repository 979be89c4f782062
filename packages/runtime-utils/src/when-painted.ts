/** A hidden tab paints nothing and must not wait for it. */
const LIMIT_MS = 500;

/** Resolves after the next paint, at once where nothing is painted: what is heavy must not delay the first screen. */
export function whenPainted(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || globalThis.document?.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT_MS);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
