import type { ReactNode } from 'react';

/** A small neutral mark on an exception, such as "Waiting"; colour belongs to verdicts. */
export function Badge({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="stx-badge">
      {icon}
      {children}
    </span>
  );
}
