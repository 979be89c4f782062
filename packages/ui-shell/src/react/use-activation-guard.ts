import { type KeyboardEvent, useEffect, useRef } from 'react';

/** How long no answer counts. */
const GUARD_MS = 300;

const pageNow = () => performance.now();

/**
 * Ignores accidental answers: a tap meant for what was on the screen before, and the Enter that ends a code from a
 * hardware scanner. Both arrive shortly after the dialog opened or a character was typed.
 */
export function useActivationGuard(now = pageNow) {
  const disturbedAt = useRef(Number.POSITIVE_INFINITY);

  useEffect(() => {
    disturbedAt.current = now();
  }, [now]);

  return {
    onKeyDown(event: KeyboardEvent) {
      // A repeat of a held key, such as the Enter that opened the dialog, is not an answer.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      else if (event.key.length === 1 && event.key !== ' ') disturbedAt.current = now();
    },
    wrap(act: () => void) {
      return () => {
        if (now() - disturbedAt.current >= GUARD_MS) act();
      };
    },
  };
}
