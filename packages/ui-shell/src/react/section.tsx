import { type ReactNode, useId } from 'react';
import { Link } from './link.tsx';

/** Props of {@link Section}. */
export interface SectionProps {
  readonly title: string;
  /** Small text beside the title. */
  readonly note?: ReactNode;
  /** A link at the far end of the title. */
  readonly link?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** A part of a page under an `h2`. */
export function Section({ title, note, link, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className="stx-section" aria-labelledby={titleId}>
      <div className="stx-section__head">
        <h2 id={titleId}>{title}</h2>
        {note && <small>{note}</small>}
        {link && <Link href={link.href}>{link.label}</Link>}
      </div>
      {children}
    </section>
  );
}
