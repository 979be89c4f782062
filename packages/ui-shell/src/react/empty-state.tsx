import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  readonly title: string;
  /** One or two sentences below the title. @default none */
  readonly message?: ReactNode;
  /** An icon, or a {@link CornerFrame} around what was not found. */
  readonly figure?: ReactNode;
  /** One or two buttons. */
  readonly actions?: ReactNode;
  /** Centred in the whole view. @default false */
  readonly full?: boolean;
  /** The heading level of the title. @default 2 */
  readonly level?: 1 | 2 | 3;
}

/** Says that there is nothing to show, why, and what to do. */
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
