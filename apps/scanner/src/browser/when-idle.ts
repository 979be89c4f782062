/**
 * Resolves in an idle moment, at the latest after `timeoutMs`.
 *
 * @param timeoutMs milliseconds, @default 500
 */
export function whenIdle(timeoutMs = 500): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else setTimeout(resolve);
  });
}
