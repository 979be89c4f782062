import { type KeyboardEvent, useEffect, useRef } from 'react';

/** Options of {@link useActivationGuard}. */
export interface ActivationGuardOptions {
  /** How long no answer counts, in milliseconds. @default 300 */
  readonly guardMs?: number;
  /** The clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

const pageNow = () => performance.now();

/**
 * Ignores accidental answers: a tap meant for what was on the screen before, and the Enter that ends a code from a
 * hardware scanner. Both arrive shortly after the dialog opened or a character was typed.
 */
export function useActivationGuard({ guardMs = 300, now = pageNow }: ActivationGuardOptions) {
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
        if (now() - disturbedAt.current >= guardMs) act();
      };
    },
  };
}
