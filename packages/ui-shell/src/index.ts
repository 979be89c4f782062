export { createUiShell, type UiShell } from './create-ui-shell.ts';
