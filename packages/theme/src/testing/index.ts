export { createTheme as createFakeTheme } from '../index.ts';
