import type { ReactNode } from 'react';

/** What the strip says. */
export interface StripProps {
  readonly icon?: ReactNode;
  /** Quiet words at the far end, such as a time. */
  readonly trailing?: ReactNode;
  readonly children: ReactNode;
}

/** One inverse line under the header; the shell's slot for it announces it. */
export function Strip({ icon, trailing, children }: StripProps) {
  return (
    <div className="stx-strip">
      {icon}
      <span>{children}</span>
      {trailing && <span className="stx-strip__end">{trailing}</span>}
    </div>
  );
}
