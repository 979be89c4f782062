const FIRST_INPUTS = ['focusin', 'input', 'keydown', 'pointerdown', 'submit'];

/**
 * Resolves in an idle moment after somebody's first input, or once the page has stood for so long: by then the first view
 * is there, and what is heavy delays nobody.
 *
 * @param longEnoughMs milliseconds, @default 8 s
 */
export function whenQuiet(longEnoughMs = 8_000): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const go = () => {
      listening.abort();
      clearTimeout(timer);
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 500 });
      else setTimeout(resolve);
    };
    const timer = setTimeout(go, longEnoughMs);
    for (const input of FIRST_INPUTS) window.addEventListener(input, go, { capture: true, signal: listening.signal });
  });
}
