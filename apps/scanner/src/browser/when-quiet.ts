import { whenIdle } from './when-idle.ts';

const FIRST_INPUTS = ['focusin', 'input', 'keydown', 'pointerdown', 'submit'];

/**
 * Resolves in an idle moment after the first input, or when `timeoutMs` have passed without one, so that heavy work
 * delays neither the first view nor an input.
 *
 * @param timeoutMs milliseconds, @default 8000
 */
export function whenQuiet(timeoutMs = 8_000): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const onQuiet = () => {
      listening.abort();
      clearTimeout(timer);
      void whenIdle().then(resolve);
    };
    const timer = setTimeout(onQuiet, timeoutMs);
    for (const input of FIRST_INPUTS)
      window.addEventListener(input, onQuiet, { capture: true, signal: listening.signal });
  });
}
