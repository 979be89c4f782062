import { type Checkpoint, CLAIM_MARKS, type ScanMode, type ScanRecord, type Verdict } from '@scantix/api-contract';
import type { LedgerScan, SyncState } from '../model/ledger-scan.ts';

/** One scan of the log, from the server or from this device. */
export interface LoggedScan {
  readonly id: string;
  readonly barcode: string;
  readonly mode: ScanMode;
  /** The checkpoint's name; empty where this device does not know it. */
  readonly checkpoint: string;
  /** The login name of the clerk who scanned. */
  readonly clerk: string;
  /** When it was made, by the device's clock: ISO 8601. When it arrived, where that is in doubt. */
  readonly claimedAt: string;
  /** When the server received it: ISO 8601; `null` before that. */
  readonly receivedAt: string | null;
  /** `null` before any verdict. */
  readonly verdict: Verdict | null;
  readonly sync: SyncState;
  /** Why it is in quarantine. @default it is not */
  readonly error?: LedgerScan['error'];
  readonly conflict: 'open' | 'acknowledged' | null;
  readonly undone: boolean;
  /** Whether the server gives a reason to look at it. @default false */
  readonly marked?: boolean;
}

/** Converts a scan of the server's log. */
export function fromServer(record: ScanRecord): LoggedScan {
  return {
    id: record.id,
    barcode: record.barcode,
    mode: record.mode,
    checkpoint: record.checkpoint.name,
    clerk: record.claimed_by,
    claimedAt: isInDoubt(record) ? record.received_at : record.claimed_at,
    receivedAt: record.received_at,
    verdict: record.verdict,
    sync: 'sent',
    conflict: conflictState(record.conflict),
    undone: record.undone !== undefined,
    marked: record.marks !== undefined && record.marks.length > 0,
  };
}

/** Converts a scan of this device's log; `checkpoints` gives the names. */
export function fromDevice(entry: LedgerScan, checkpoints: readonly Checkpoint[]): LoggedScan {
  const { scan, verdict, sync, receivedAt, undo, error } = entry;
  return {
    id: scan.id,
    barcode: scan.barcode,
    mode: scan.mode,
    checkpoint: checkpoints.find(({ id }) => id === scan.checkpoint_id)?.name ?? '',
    clerk: scan.claimed_by,
    claimedAt: scan.claimed_at,
    receivedAt: receivedAt ?? null,
    verdict,
    sync,
    error,
    conflict: conflictState(entry.conflict),
    undone: undo !== undefined && undo.sync !== 'refused',
  };
}

/** Whether nothing supports the time that a scan claims: a claim of 1970 must not hide it at the end of the log. */
const isInDoubt = ({ marks = [] }: ScanRecord) => marks.some((mark) => CLAIM_MARKS.includes(mark));

function conflictState(conflict: ScanRecord['conflict']): LoggedScan['conflict'] {
  if (!conflict) return null;
  return conflict.acknowledged_at ? 'acknowledged' : 'open';
}
