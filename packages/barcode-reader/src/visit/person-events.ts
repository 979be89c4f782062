import type { VisibilityDocument } from './keep-screen-on.ts';

/** Calls `listener` when a person presses a pointer or a key, whatever has the focus, until the signal aborts. */
export function onPress(
  pointer: 'pointerdown' | 'pointerup',
  listener: () => void,
  options: { readonly window?: EventTarget | undefined; readonly signal: AbortSignal },
): void {
  const { window = globalThis.window, signal } = options;
  window.addEventListener(pointer, listener, { signal, capture: true });
  window.addEventListener('keydown', listener, { signal, capture: true });
}

/** Calls `listener` when the page becomes visible, until the signal aborts. */
export function onVisible(
  listener: () => void,
  options: { readonly document?: VisibilityDocument | undefined; readonly signal: AbortSignal },
): void {
  const { document = globalThis.document, signal } = options;
  const onChange = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}
