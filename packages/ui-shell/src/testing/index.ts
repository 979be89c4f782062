export { createUiShell as createFakeUiShell } from '../index.ts';
