import { matchesSearch, type ScanFilters } from '@scantix/api-contract';
import type { LedgerScan } from '../model/ledger-scan.ts';

/** Whether the server would list a scan of this device under these filters. */
export function matchesFilters({ scan, verdict, conflict, undo }: LedgerScan, filters: ScanFilters): boolean {
  const { outcome, reason, mode, checkpoint_id, clerk, device_id, from, to, search } = filters;
  // As the server counts it, but for the time of receipt: the rules load later.
  const corrected = Date.parse(scan.claimed_at) + (scan.clock_offset_ms ?? 0);
  const happenedAt = Math.max(corrected, Date.parse(scan.clock_checked_at ?? scan.claimed_at));
  const isUndone = undo !== undefined && undo.sync !== 'refused';
  return (
    (!outcome || outcome === (verdict?.outcome ?? 'undecided')) &&
    (!reason || reason === verdict?.reason) &&
    (!mode || mode === scan.mode) &&
    (!checkpoint_id || checkpoint_id === scan.checkpoint_id) &&
    (!clerk || clerk === scan.claimed_by) &&
    (!device_id || device_id === scan.device_id) &&
    (!from || happenedAt >= Date.parse(from)) &&
    (!to || happenedAt < Date.parse(to)) &&
    (!filters.undone || (filters.undone === 'true') === isUndone) &&
    matchesConflict(conflict, filters.conflict) &&
    (!search || matchesSearch(`${scan.barcode}\n${verdict?.ticket?.holder ?? ''}`, search))
  );
}

function matchesConflict(conflict: LedgerScan['conflict'], wanted: ScanFilters['conflict']): boolean {
  switch (wanted) {
    case undefined:
      return true;
    case 'none':
      return !conflict;
    case 'any':
      return Boolean(conflict);
    case 'open':
      return Boolean(conflict && !conflict.acknowledged_at);
    case 'acknowledged':
      return Boolean(conflict?.acknowledged_at);
  }
}
