import { type KeyboardEvent, useEffect, useRef } from 'react';

/** How long, and by which clock. */
export interface ActivationGuardOptions {
  /** @default 300 */
  readonly guardMs?: number;
  /** @default performance.now */
  readonly now?: () => number;
}

const pageNow = () => performance.now();

/**
 * Tells a decision from an accident: a tap that was meant for what stood there before, and the Enter with which a
 * hardware scanner ends a code, come within moments of the opening or of a typed character.
 */
export function useActivationGuard({ guardMs = 300, now = pageNow }: ActivationGuardOptions) {
  const disturbedAt = useRef(Number.POSITIVE_INFINITY);

  useEffect(() => {
    disturbedAt.current = now();
  }, [now]);

  return {
    onKeyDown(event: KeyboardEvent) {
      // A held key, such as the Enter that opened the dialog, must not also answer it.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      else if (event.key.length === 1 && event.key !== ' ') disturbedAt.current = now();
    },
    wrap(act: () => void) {
      return () => {
        if (now() - disturbedAt.current >= guardMs) act();
      };
    },
  };
}
