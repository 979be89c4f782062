export { createUiShellAtoms } from './create-ui-shell-atoms.ts';
