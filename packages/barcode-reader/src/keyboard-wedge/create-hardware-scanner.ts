import { type Burst, createBurstDetector } from './burst-detector.ts';
import { acceptsText, captureField } from './capture-field.ts';

/** A scanner that types its codes as a keyboard, whatever view, field or dialog has the focus. */
export interface HardwareScanner {
  /** Calls `listener` for every burst; only the listener added last is called. @returns a function that removes it */
  listen(listener: (burst: Burst) => void): () => void;
}

/**
 * Creates a detector for keyboard-wedge scanners. A burst presses no button and leaves no character in a field; what a
 * person types is left alone. Keys are captured only while somebody listens.
 *
 * @example
 * const scanner = createHardwareScanner();
 * const stop = scanner.listen(({ text }) => text !== null && check(text));
 */
export function createHardwareScanner(): HardwareScanner {
  const detector = createBurstDetector();
  const listeners: ((burst: Burst) => void)[] = [];
  const heldKeys = new Set<string>();
  let restoreField: (() => void) | null = null;

  const onKeyDown = (event: KeyboardEvent) => {
    const result = detector.press(event);
    switch (result.step) {
      case 'first':
        restoreField = captureField(document.activeElement);
        break;
      case 'more':
        // Outside a text field a space presses the focused control, and in Firefox the other two open a search that takes
        // the keys behind them. No person presses them that fast after a letter.
        if (" /'".includes(event.key) && !acceptsText(document.activeElement)) holdBack(event);
        break;
      case 'hold':
        holdBack(event);
        break;
      case 'ends':
        holdBack(event);
        // Without a character it is the field of an earlier key.
        if (result.burst.length > 0) restoreField?.();
        restoreField = null;
        listeners.at(-1)?.(result.burst);
    }
  };

  function holdBack(event: KeyboardEvent): void {
    heldKeys.add(event.code);
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const onKeyUp = (event: KeyboardEvent) => {
    if (!heldKeys.delete(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  function capture(isActive: boolean): void {
    // A key that is released while nobody listens is held no longer.
    heldKeys.clear();
    const method = isActive ? 'addEventListener' : 'removeEventListener';
    window[method]('keydown', onKeyDown as EventListener, { capture: true });
    window[method]('keyup', onKeyUp as EventListener, { capture: true });
  }

  return {
    listen(listener) {
      const own = (burst: Burst) => listener(burst);
      if (listeners.push(own) === 1) capture(true);
      return () => {
        const index = listeners.indexOf(own);
        if (index < 0) return;
        listeners.splice(index, 1);
        if (listeners.length === 0) capture(false);
      };
    },
  };
}
