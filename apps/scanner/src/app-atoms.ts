import type { AuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { ScanLedger } from '@scantix/scan-ledger';
import { createScanLedgerAtoms } from '@scantix/scan-ledger/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import { atom } from 'jotai';
import { createPreferenceAtoms } from './preferences.ts';

/** The state that views read, one factory call a service. */
export function createAppAtoms({ session, theme, ledger }: { session: AuthSession; theme: Theme; ledger: ScanLedger }) {
  /** Whether anybody was inside since the page was loaded. */
  const wasInsideAtom = atom(false);
  wasInsideAtom.debugLabel = 'wasInside';
  return {
    ...createAuthSessionAtoms(session),
    ...createThemeAtoms(theme),
    ...createScanLedgerAtoms(ledger),
    ...createPreferenceAtoms(() => window.localStorage),
    wasInsideAtom,
  };
}

export type AppAtoms = ReturnType<typeof createAppAtoms>;
