import type { ReactNode } from 'react';

interface DockButtonProps {
  /** What assistive technology calls it. */
  readonly name: string;
  /** The word under it. */
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** One round control of the scanner. */
export function DockButton({ name, label, pressed, onClick, children }: DockButtonProps) {
  return (
    <button type="button" className="app-dock__button" aria-label={name} aria-pressed={pressed} onClick={onClick}>
      <span className="app-dock__disc">{children}</span>
      {label}
    </button>
  );
}
