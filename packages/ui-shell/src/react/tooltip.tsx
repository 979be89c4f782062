import { type ReactNode, useEffect, useState } from 'react';

/** A control and the words that name it. */
export interface TooltipProps {
  /** The same words as the control's accessible name: the bubble itself is hidden from assistive technology. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows a control's name under it while a mouse points at it or the keyboard is on it; Escape hides it. */
export function Tooltip({ label, children }: TooltipProps) {
  const [pointed, setPointed] = useState(false);
  const [dismissed, setDismissed] = useState(false);

  useEffect(() => {
    if (!pointed) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDismissed(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [pointed]);

  const enter = () => setPointed(true);
  const leave = () => {
    setPointed(false);
    setDismissed(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens; what is operated is the control inside
    <span
      className="stx-tooltip"
      data-dismissed={dismissed || undefined}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={enter}
      onBlur={leave}
    >
      {children}
      <span className="stx-tooltip__bubble" aria-hidden="true">
        {label}
      </span>
    </span>
  );
}
