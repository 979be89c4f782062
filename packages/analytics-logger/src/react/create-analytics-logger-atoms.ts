import { atom } from 'jotai';
import type { AnalyticsLogger } from '../index.ts';

export function createAnalyticsLoggerAtoms(analyticsLogger: AnalyticsLogger) {
  return { nameAtom: atom(() => analyticsLogger.name) };
}
