/**
 * A ref for an element that a press takes away, such as a form with *Cancel*: if it goes with the focus in it, and nothing that
 * comes in its place takes the focus, the first `h1` of the page does, as after a change of route. While a
 * modal dialog is open, its first button does.
 *
 * @example
 * <form ref={leaveFocusToTitle}>
 */
export const leaveFocusToTitle = (own: HTMLElement | null) => () => {
  if (!own?.contains(document.activeElement)) return;
  queueMicrotask(() => {
    if (!own.isConnected && document.activeElement === document.body) {
      (document.querySelector<HTMLElement>('dialog:modal button') ?? document.querySelector('h1'))?.focus();
    }
  });
};
