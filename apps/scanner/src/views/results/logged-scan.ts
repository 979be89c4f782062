import type { Checkpoint, ScanMode, ScanRecord, Verdict } from '@scantix/api-contract';
import type { LedgerScan, SyncState } from '@scantix/scan-ledger';

/** One scan of the log, whoever knows it: the server or this device. */
export interface LoggedScan {
  readonly id: string;
  readonly barcode: string;
  readonly mode: ScanMode;
  /** Its name; empty where this device does not know it. */
  readonly checkpoint: string;
  readonly clerk: string;
  /** When it was made, by the device's clock. */
  readonly claimedAt: string;
  /** When the server had it; `null` while it has not. */
  readonly receivedAt: string | null;
  /** `null` until anything was told. */
  readonly verdict: Verdict | null;
  readonly sync: SyncState;
  readonly conflict: 'open' | 'acknowledged' | null;
  readonly undone: boolean;
}

export function fromServer(record: ScanRecord): LoggedScan {
  return {
    id: record.id,
    barcode: record.barcode,
    mode: record.mode,
    checkpoint: record.checkpoint.name,
    clerk: record.claimed_by,
    claimedAt: record.claimed_at,
    receivedAt: record.received_at,
    verdict: record.verdict,
    sync: 'sent',
    conflict: conflictState(record.conflict),
    undone: record.undone !== undefined,
  };
}

export function fromDevice(entry: LedgerScan, checkpoints: readonly Checkpoint[]): LoggedScan {
  const { scan, verdict, sync, receivedAt, undo } = entry;
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
    conflict: conflictState(entry.conflict),
    undone: undo !== undefined && undo.sync !== 'refused',
  };
}

function conflictState(conflict: ScanRecord['conflict']): LoggedScan['conflict'] {
  if (!conflict) return null;
  return conflict.acknowledged_at ? 'acknowledged' : 'open';
}
