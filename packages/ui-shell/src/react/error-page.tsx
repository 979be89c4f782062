import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';

/** Props of {@link ErrorPage}. */
export interface ErrorPageProps {
  readonly title: string;
  /** What happened, in the words of a person. @default none */
  readonly message?: ReactNode;
  /** The unchanged text of the error. */
  readonly details?: string;
  /** What is safe, and whom to contact. */
  readonly note?: ReactNode;
  /** Buttons, such as one that tries again. @default none */
  readonly actions?: ReactNode;
  /** The product's mark and name, at the top. */
  readonly brand?: { readonly mark: ReactNode; readonly name: string };
  /** For a view inside a frame, whose header and navigation stay. @default false */
  readonly framed?: boolean;
  /** @default an octagon with a cross */
  readonly figure?: ReactNode;
}

/** For errors after which the app, or a view of it, cannot continue: a full page, or what stands inside the frame. */
export function ErrorPage(props: ErrorPageProps) {
  const { title, message, details, note, actions, brand, framed = false, figure = <OctagonX /> } = props;
  const Main = framed ? 'div' : 'main';
  const Title = framed ? 'h2' : 'h1';
  return (
    <div className={framed ? 'stx-error stx-error--framed' : 'stx-error'}>
      {brand && (
        <header className="stx-error__brand">
          {brand.mark}
          {brand.name}
        </header>
      )}
      <Main className="stx-empty stx-empty--full">
        <span className="stx-error__figure" aria-hidden="true">
          {figure}
        </span>
        <Title>{title}</Title>
        {message && <p className="stx-error__message">{message}</p>}
        {details && <pre role="alert">{details}</pre>}
        {note && <p>{note}</p>}
        {actions && <div className="stx-empty__actions">{actions}</div>}
      </Main>
    </div>
  );
}
