import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** What to say where there is nothing to show. */
export interface EmptyStateProps {
  readonly title: string;
  readonly message?: ReactNode;
  /** An icon, or a {@link CornerFrame} around the thing that was not found. */
  readonly figure?: ReactNode;
  /** One or two buttons. */
  readonly actions?: ReactNode;
  /** As tall as the view, in its middle. @default false */
  readonly full?: boolean;
  /** The level of its title. @default 2 */
  readonly level?: 1 | 2 | 3;
}

/** Says that nothing is here, why, and what to do about it. */
export function EmptyState({ title, message, figure, actions, full, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classNames('stx-empty', full && 'stx-empty--full')}>
      {figure}
      <Title>{title}</Title>
      {message && <p>{message}</p>}
      {actions && <div className="stx-empty__actions">{actions}</div>}
    </div>
  );
}
