import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';

/** Props of {@link ErrorPage}. */
export interface ErrorPageProps {
  readonly title: string;
  readonly message?: ReactNode;
  /** The unchanged text of the error. */
  readonly details?: string;
  /** What is safe, and whom to contact. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** The product's mark and name, at the top. */
  readonly brand?: { readonly mark: ReactNode; readonly name: string };
  /** @default an octagon with a cross */
  readonly figure?: ReactNode;
}

/** A full page, without header and navigation, for errors after which the app cannot continue. */
export function ErrorPage({ title, message, details, note, actions, brand, figure = <OctagonX /> }: ErrorPageProps) {
  return (
    <div className="stx-error">
      {brand && (
        <header className="stx-error__brand">
          {brand.mark}
          {brand.name}
        </header>
      )}
      <main className="stx-empty stx-empty--full">
        <span className="stx-error__figure" aria-hidden="true">
          {figure}
        </span>
        <h1>{title}</h1>
        {message && <p className="stx-error__message">{message}</p>}
        {details && <pre role="alert">{details}</pre>}
        {note && <p>{note}</p>}
        {actions && <div className="stx-empty__actions">{actions}</div>}
      </main>
    </div>
  );
}
