/** Whether what is typed there becomes text. */
export function takesText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement)
    return element.selectionStart !== null || TEXT_WITHOUT_CARET.has(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** These have no caret that a script can ask for. */
const TEXT_WITHOUT_CARET = new Set(['email', 'number', 'date', 'time', 'datetime-local', 'month', 'week']);

/** What a field holds now. @returns a function that brings it back, and tells the app as a person's change would */
export function rememberField(field: Element | null): (() => void) | null {
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
    if (field.value === value) return;
    // The prototype's setter: React overrides the field's own, and would take this for its own change.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, value);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
