/** Header, navigation, dialogs and toasts: React components without app knowledge. */
export interface UiShell {
  readonly name: 'ui-shell';
}

export function createUiShell(): UiShell {
  return { name: 'ui-shell' };
}
