export { createThemeAtoms, type ThemeAtoms } from './create-theme-atoms.ts';
