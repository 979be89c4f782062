import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

/** A list of {@link ListRow}s in one panel. */
export function List({ className, ...props }: ComponentProps<'ul'>) {
  return <ul className={classNames('stx-panel', 'stx-list', className)} {...props} />;
}

/** Props of {@link ListRow}. */
export interface ListRowProps {
  readonly title: ReactNode;
  /** A second line, smaller. @default none */
  readonly subtitle?: ReactNode;
  /** Content at the left, such as an icon. */
  readonly leading?: ReactNode;
  /** Content at the right, such as a time or a badge. */
  readonly trailing?: ReactNode;
  /** Makes the whole row a link. */
  readonly href?: string;
  /** Makes the whole row a button. */
  readonly onClick?: () => void;
  /** Whether the subtitle is a code, in a monospaced font. @default false */
  readonly mono?: boolean;
  /** Whether to show a chevron at the end. @default false */
  readonly chevron?: boolean;
}

/** A row of two lines, each cut off with an ellipsis. */
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
