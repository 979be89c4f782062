import { type ReactNode, useEffect, useState } from 'react';

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** The accessible name of the control; the tooltip itself is hidden from assistive technology. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows the name of a control below it on hover and keyboard focus; Escape hides it. */
export function Tooltip({ label, children }: TooltipProps) {
  const [dismissed, setDismissed] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDismissed(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const enter = () => setDismissed(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only observe; the control inside is interactive
    <span className="stx-tooltip" data-dismissed={dismissed || undefined} onPointerEnter={enter} onFocus={enter}>
      {children}
      <span className="stx-tooltip__bubble" aria-hidden="true">
        {label}
      </span>
    </span>
  );
}
