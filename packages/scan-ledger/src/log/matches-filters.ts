import { matchesSearch } from '@scantix/api-contract';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LogFilters } from './filter-parameters.ts';

/** Whether a scan of this device passes the filters, as the server would judge it. */
export function matchesFilters({ scan, sync, verdict, conflict, undo }: LedgerScan, filters: LogFilters): boolean {
  const { outcome, reason, mode, checkpoint_id, clerk, device_id, from, to, search } = filters;
  // As the server counts it, but for the time of receipt: the rules load later.
  const corrected = Date.parse(scan.claimed_at) + (scan.clock_offset_ms ?? 0);
  const happenedAt = Math.max(corrected, Date.parse(scan.clock_checked_at ?? scan.claimed_at));
  const isUndone = undo !== undefined && undo.sync !== 'refused';
  return (
    (!filters.sync || filters.sync === sync) &&
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

function matchesConflict(conflict: LedgerScan['conflict'], wanted: LogFilters['conflict']): boolean {
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
