export { createTheme, type Theme } from './create-theme.ts';
