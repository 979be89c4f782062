import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from './ledger-scan.ts';
import type { LedgerUndo } from './ledger-undo.ts';
import type { Receipt } from './receipt.ts';

/** The server's answer for one scan: writing it removes the scan from the outbox. */
export interface Settlement extends Pick<LedgerScan, 'conflict' | 'error' | 'change'> {
  readonly id: string;
  readonly sync: 'sent' | 'quarantined';
  readonly verdict: Verdict | null;
  /** When this device received the answer: ISO 8601, UTC. */
  readonly receivedAt: string;
  /** Whether the sent scan carried the verdict that this device had shown. */
  readonly knewDeviceVerdict: boolean;
  /** None from a server that gives no receipts. */
  readonly receipt?: Receipt;
  /** The builds of app and server that disagree, where the server rejected the scan. */
  readonly rejectedBy?: string;
}

/** The server's answer for an undo; `error` where the server refused it for good. */
export interface UndoSettlement extends Pick<LedgerUndo, 'error' | 'change'> {
  readonly scanId: string;
  /** None from a server that gives no receipts. */
  readonly receipt?: Receipt;
}
