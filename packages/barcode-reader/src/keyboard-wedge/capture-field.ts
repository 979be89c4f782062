/** Whether keys typed into this element become text. */
export function acceptsText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) {
    return element.selectionStart !== null || textTypesWithoutCaret.test(element.type);
  }
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** Input types whose caret scripts cannot read. */
const textTypesWithoutCaret = /email|number|date|time|month|week/;

/** Captures a field's content. @returns a function that restores it, with the events that a person's change sends */
export function captureField(field: Element | null): (() => void) | null {
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    return () => {
      if (field.value === value) return;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { value, selectionStart, selectionEnd } = field;
  return () => {
    // What a field of numbers or dates cannot read is not in its value.
    if (field.value === value && !field.validity.badInput) return;
    // The prototype's setter: React overrides the element's own and would ignore this change as one of its own.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, value);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
