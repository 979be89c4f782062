import type { Outcome } from '@scantix/api-contract';
import type { ReactNode } from 'react';

interface VerdictRegionProps {
  /** `null` while nobody has decided. */
  readonly outcome: Outcome | null;
  readonly className: string;
  /** The words. */
  readonly children: ReactNode;
}

/**
 * The live region of a verdict. Both kinds stand in the page before the words do: not every screen reader says a region
 * that enters the page with its words.
 */
export function VerdictRegion({ outcome, className, children }: VerdictRegionProps) {
  const isAccepted = outcome === 'accepted';
  return (
    <>
      <div role="status" className={isAccepted ? className : 'stx-hidden'}>
        {isAccepted && children}
      </div>
      <div role="alert" className={isAccepted ? 'stx-hidden' : className}>
        {!isAccepted && children}
      </div>
    </>
  );
}
