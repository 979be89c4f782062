import type { LedgerProblem } from '../model/ledger-state.ts';

/** What the sender reports. */
export interface SenderState {
  readonly sending: boolean;
  /** When sending is retried after a failure: epoch milliseconds. */
  readonly nextTryAt: number | null;
  readonly problem: LedgerProblem | null;
}

/** The state of a sender that has not started. */
export const IDLE_SENDER: SenderState = { sending: false, nextTryAt: null, problem: null };
