import type { Reason, ScanConflict } from '@scantix/api-contract';

/** A conflict's columns on the wire. */
export function conflictView(row: {
  readonly id: string;
  readonly with_scan_id: string | null;
  readonly kind: string;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
}): ScanConflict {
  return {
    id: row.id,
    kind: row.kind as Reason,
    ...(row.with_scan_id ? { with_scan_id: row.with_scan_id } : {}),
    ...(row.acknowledged_at ? { acknowledged_at: row.acknowledged_at.toISOString() } : {}),
    ...(row.acknowledged_by ? { acknowledged_by: row.acknowledged_by } : {}),
  };
}
