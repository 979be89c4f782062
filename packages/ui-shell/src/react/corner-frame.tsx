import type { ReactNode } from 'react';

/** The four corners of a viewfinder around a text. */
export function CornerFrame({ children }: { children: ReactNode }) {
  return (
    <div className="stx-corners">
      <i />
      <i />
      <code>{children}</code>
    </div>
  );
}
