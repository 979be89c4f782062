import type { CSSProperties } from 'react';
import { type ShellLabels, withDefaults } from './labels.ts';

/** Props of {@link Skeleton}: the size of the content that is loading. */
export interface SkeletonProps {
  /** In px, or any CSS length. @default 64 */
  readonly height?: number | string;
  /** In px, or any CSS length. @default '100%' */
  readonly width?: number | string;
  /** The number of blocks, one below the other. @default 1 */
  readonly count?: number;
  /** Any of the texts of `defaultLabels`. @default English */
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** Placeholder blocks. They appear after 200 ms, so that fast loads do not flicker. */
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
