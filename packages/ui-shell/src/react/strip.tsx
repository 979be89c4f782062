import type { ReactNode } from 'react';

/** Props of {@link Strip}. */
export interface StripProps {
  /** At the near end. @default none */
  readonly icon?: ReactNode;
  /** Small text at the far end, such as a time. A change of it is not announced. */
  readonly trailing?: ReactNode;
  readonly children: ReactNode;
}

/** A line in inverse colours under the header. The slot of the shell announces it to screen readers. */
export function Strip({ icon, trailing, children }: StripProps) {
  return (
    <div className="stx-strip">
      {icon}
      <span>{children}</span>
      {trailing && (
        <span className="stx-strip__end" aria-live="off">
          {trailing}
        </span>
      )}
    </div>
  );
}
