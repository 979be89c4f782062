import type { LedgerState } from '@scantix/scan-ledger';

/** What a device needs to go on without a network. */
export const SELF_TESTS = ['storage', 'tickets', 'app', 'session', 'kept'] as const;
export type SelfTest = (typeof SELF_TESTS)[number];

export interface SelfTestInput {
  readonly ledger: LedgerState;
  /** Whether a service worker serves the app. */
  readonly appIsKept: boolean;
  /** How long a session holds while the server cannot be reached, in milliseconds. */
  readonly offlineSessionGraceMs: number;
  /** Whether the browser has promised not to clear the storage by itself. */
  readonly storagePersists: boolean;
}

/** Which of the tests pass. */
export function runSelfTest({
  ledger,
  appIsKept,
  offlineSessionGraceMs,
  storagePersists,
}: SelfTestInput): Record<SelfTest, boolean> {
  const { status, tickets } = ledger;
  return {
    storage: status === 'ready',
    tickets: tickets.status === 'ready' || tickets.status === 'stale',
    app: appIsKept,
    session: offlineSessionGraceMs > 0,
    kept: storagePersists,
  };
}
