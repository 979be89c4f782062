import { leaveFocusToTitle } from '@scantix/ui-shell/react';
import type { ReactNode } from 'react';

/** What a person must decide, and the buttons for it. */
export function DecisionRow({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <li ref={leaveFocusToTitle} className="app-decision">
      <div>
        <b>{title}</b>
        <small>{detail}</small>
      </div>
      {children}
    </li>
  );
}

/**
 * Moves the focus, if it is in the row of a list that is about to go: to the first control of the row beside it, or without
 * one to the title of the page.
 */
export function focusBeside(row: Element | null): void {
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const target = beside?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('h1');
  target?.focus();
}
