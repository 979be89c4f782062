import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

/** Rows in one panel; its children are {@link ListRow}s. */
export function List({ className, ...props }: ComponentProps<'ul'>) {
  return <ul className={classNames('stx-panel', 'stx-list', className)} {...props} />;
}

/** What a row holds. */
export interface ListRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** An icon or a verdict's shape. */
  readonly leading?: ReactNode;
  /** A time, a value, a badge, a control. */
  readonly trailing?: ReactNode;
  /** Makes the whole row a link. */
  readonly href?: string;
  /** Makes the whole row a button. */
  readonly onClick?: () => void;
  /** The subtitle is a code. @default false */
  readonly mono?: boolean;
  /** Shows that the row leads further. @default false */
  readonly chevron?: boolean;
}

/** A row of two lines, each cut with an ellipsis; the full text is one tap away. */
export function ListRow({ title, subtitle, leading, trailing, href, onClick, mono, chevron }: ListRowProps) {
  const content = (
    <>
      {leading}
      <span className="stx-row__body">
        <span className="stx-row__title">{title}</span>
        {subtitle !== undefined && (
          <span className={classNames('stx-row__subtitle', mono && 'stx-mono')}>{subtitle}</span>
        )}
      </span>
      {trailing !== undefined && <span className="stx-row__end">{trailing}</span>}
      {chevron && <ChevronRight className="stx-row__chevron" aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {href !== undefined ? (
        <Link className="stx-row" href={href} onClick={onClick}>
          {content}
        </Link>
      ) : onClick ? (
        <button className="stx-row" type="button" onClick={onClick}>
          {content}
        </button>
      ) : (
        <div className="stx-row">{content}</div>
      )}
    </li>
  );
}
