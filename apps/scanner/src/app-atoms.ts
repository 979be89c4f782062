import type { AuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { ScanLedger } from '@scantix/scan-ledger';
import { createScanLedgerAtoms } from '@scantix/scan-ledger/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import { createPreferenceAtoms } from './preferences.ts';

/** The state that views read, one factory call a service. */
export function createAppAtoms({ session, theme, ledger }: { session: AuthSession; theme: Theme; ledger: ScanLedger }) {
  return {
    ...createAuthSessionAtoms(session),
    ...createThemeAtoms(theme),
    ...createScanLedgerAtoms(ledger),
    ...createPreferenceAtoms(() => window.localStorage),
  };
}

export type AppAtoms = ReturnType<typeof createAppAtoms>;
