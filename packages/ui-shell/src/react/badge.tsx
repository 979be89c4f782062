import type { ReactNode } from 'react';

/** A small neutral label for an exception, such as "Waiting". Only verdicts have colours. */
export function Badge({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="stx-badge">
      {icon}
      {children}
    </span>
  );
}
