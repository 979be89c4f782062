import { atom } from 'jotai';
import type { ErrorReporter } from '../index.ts';

export function createErrorReporterAtoms(errorReporter: ErrorReporter) {
  return { nameAtom: atom(() => errorReporter.name) };
}
