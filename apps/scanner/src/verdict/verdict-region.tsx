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
  return (
    <>
      {(outcome === null || outcome === 'accepted') && (
        <div role="status" className={className}>
          {children}
        </div>
      )}
      {outcome !== 'accepted' && (
        <div role="alert" className={className}>
          {children}
        </div>
      )}
    </>
  );
}
