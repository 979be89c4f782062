import type { CSSProperties } from 'react';
import { type ShellLabels, withDefaults } from './labels.ts';

/** How much room the content will take. */
export interface SkeletonProps {
  /** In px, or any CSS length. @default 64 */
  readonly height?: number | string;
  /** In px, or any CSS length. @default '100%' */
  readonly width?: number | string;
  /** How many blocks, one under the other. @default 1 */
  readonly count?: number;
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** Blocks the size of what is being loaded; they show themselves after 200 ms, so that fast answers do not flicker. */
export function Skeleton({ height = 64, width = '100%', count = 1, labels }: SkeletonProps) {
  const style: CSSProperties = { height, width };
  return (
    <div className="stx-skeleton" role="progressbar" aria-label={withDefaults(labels).loading}>
      {Array.from({ length: count }, (_, index) => index).map((block) => (
        <span key={block} className="stx-skeleton__block" style={style} aria-hidden="true" />
      ))}
    </div>
  );
}
