import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link Page}. */
export interface PageProps {
  /** Buttons in a bar above the navigation; from 1024 px they follow the content. */
  readonly actions?: ReactNode;
  /** Classes of the content, beside its own. @default none */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The content column of a view, padded and at most 1200 px wide. */
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
