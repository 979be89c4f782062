import { type Burst, createBurstDetector } from './burst-detector.ts';
import { rememberField, takesText } from './remember-field.ts';

/** A scanner that types what it reads, whatever view, field or dialog has the focus. */
export interface HardwareScanner {
  /** Tells of every burst; who listens last is told alone. @returns a function that ends it */
  listen(listener: (burst: Burst) => void): () => void;
}

export interface HardwareScannerOptions {
  /** Where the keys are heard, before anything else hears them. @default window */
  readonly target?: EventTarget;
}

/** Bursts press no button and leave no character in a field; what a person types is left alone. */
export function createHardwareScanner({ target = window }: HardwareScannerOptions = {}): HardwareScanner {
  const detector = createBurstDetector();
  const listeners: ((burst: Burst) => void)[] = [];
  const heldKeys = new Set<string>();
  let restoreField: (() => void) | null = null;

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, isComposing, repeat, timeStamp } = event;
    const altGraph = event.getModifierState('AltGraph');
    const answer = detector.press({ key, altKey, ctrlKey, metaKey, isComposing, repeat, timeStamp, altGraph });
    switch (answer.step) {
      case 'first':
        restoreField = rememberField(document.activeElement);
        break;
      case 'more':
        // Outside a text a space presses; a person does not that fast after a letter.
        if (key === ' ' && !takesText(document.activeElement)) holdBack(event);
        break;
      case 'hold':
        holdBack(event);
        break;
      case 'ends':
        holdBack(event);
        restoreField?.();
        restoreField = null;
        listeners.at(-1)?.(answer.burst);
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

  function follow(add: boolean): void {
    const act = add ? 'addEventListener' : 'removeEventListener';
    target[act]('keydown', onKeyDown as EventListener, { capture: true });
    target[act]('keyup', onKeyUp as EventListener, { capture: true });
  }

  return {
    listen(listener) {
      const own = (burst: Burst) => listener(burst);
      if (listeners.push(own) === 1) follow(true);
      return () => {
        const at = listeners.indexOf(own);
        if (at < 0) return;
        listeners.splice(at, 1);
        if (listeners.length === 0) follow(false);
      };
    },
  };
}
