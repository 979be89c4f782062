import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A view's content. */
export interface PageProps {
  /** Buttons in a bar that stays above the navigation; at a desk they follow the content. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The padded column of a view: gutters and rhythm of the shell, at most 1200 px wide. */
export function Page({ actions, className, children }: PageProps) {
  const page = <div className={classNames('stx-page', className)}>{children}</div>;
  if (!actions) return page;
  return (
    <div className="stx-view">
      <div className="stx-view__scroll">{page}</div>
      <div className="stx-actions">{actions}</div>
    </div>
  );
}
