const LONG_ENOUGH_MS = 8_000;
const FIRST_INPUTS = ['focusin', 'keydown', 'pointerdown'];

/**
 * Resolves in an idle moment after somebody's first input, or once the page has stood for 8 s: by then the first view is
 * long there, and what is heavy delays nobody.
 */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const go = () => {
      listening.abort();
      clearTimeout(timer);
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 500 });
      else setTimeout(resolve);
    };
    const timer = setTimeout(go, LONG_ENOUGH_MS);
    for (const input of FIRST_INPUTS) window.addEventListener(input, go, { capture: true, signal: listening.signal });
  });
}
