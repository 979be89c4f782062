import { AROUND } from './around.ts';
import { HOME } from './home.ts';
import { LANDSCAPE } from './landscape.ts';
import { LOGIN } from './login.ts';
import { REPORTS } from './reports.ts';
import { RESULTS } from './results.ts';
import { SCAN_RESULT } from './scan-result.ts';
import { SCANNER } from './scanner.ts';
import { SETTINGS } from './settings.ts';
import { VERDICTS } from './verdicts.ts';
import type { View } from './view-state.ts';

/** Every view in every state, for the pictures (docs/screens.md) and the checks (states.e2e.ts). */
export const CATALOG: readonly View[] = [
  LOGIN,
  HOME,
  SCANNER,
  VERDICTS,
  LANDSCAPE,
  SCAN_RESULT,
  RESULTS,
  REPORTS,
  SETTINGS,
  AROUND,
];

/** A Saturday evening at the gate. */
export const EVENING = Date.UTC(2026, 10, 21, 23, 8);
