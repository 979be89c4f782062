import type { LedgerState } from '../model/ledger-state.ts';

/** What a device needs to continue without a network. */
export const SELF_TESTS = ['storage', 'tickets', 'app', 'session', 'kept'] as const;

/** One test of the offline self-test. */
export type SelfTest = (typeof SELF_TESTS)[number];

/** What the self-test examines. */
export interface SelfTestInput {
  readonly ledger: LedgerState;
  /** Whether a service worker serves the app. */
  readonly appIsKept: boolean;
  /** How long a session is valid while the server cannot be reached, in milliseconds. */
  readonly offlineSessionGraceMs: number;
  /** Whether the browser guarantees not to clear the storage by itself. */
  readonly storagePersists: boolean;
}

/** Returns which of the tests pass. */
export function runSelfTest({
  ledger: { status, tickets },
  appIsKept,
  offlineSessionGraceMs,
  storagePersists,
}: SelfTestInput): Record<SelfTest, boolean> {
  return {
    storage: status === 'ready',
    tickets: tickets.status === 'ready' || tickets.status === 'stale',
    app: appIsKept,
    session: offlineSessionGraceMs > 0,
    kept: storagePersists,
  };
}
