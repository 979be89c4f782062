export { createErrorReporterAtoms } from './create-error-reporter-atoms.ts';
