import { leaveFocusToTitle } from '@scantix/ui-shell/react';
import type { ReactNode } from 'react';

interface DockButtonProps {
  /** The accessible name. */
  readonly name: string;
  /** The visible word under the button. */
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A round button of the scanner. */
export function DockButton({ name, label, pressed, onClick, children }: DockButtonProps) {
  return (
    <button
      ref={leaveFocusToTitle}
      type="button"
      className="app-dock__button"
      aria-label={name}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <span className="app-dock__disc">{children}</span>
      {label}
    </button>
  );
}
