export { createThemeAtoms } from './create-theme-atoms.ts';
