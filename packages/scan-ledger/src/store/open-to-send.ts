import type { Scan, Verdict } from '@scantix/api-contract';
import { clerkDecisionOf } from '@scantix/api-contract/rules';
import { openPart, type SealedRow } from './rows.ts';
import type { Sealer } from './sealer.ts';

/** Returns the scan with the verdict that this device showed, or its clerk decided. */
export function withShown(scan: Scan, shown: Verdict): Scan {
  const decision = clerkDecisionOf(shown);
  return { ...scan, device_verdict: shown, ...(decision && { clerk_decision: decision }) };
}

/**
 * Returns the scan to send, with the device verdict if there is one. `null` where it cannot be opened. It comes from the
 * disk, also just after the record: what is sent is what survives.
 */
export async function openToSend(sealer: Sealer, row: SealedRow): Promise<Scan | null> {
  const scan = await openPart<Scan>(sealer, row.scan, `scan ${row.id}`);
  if (!scan || !row.byDevice) return scan;
  const shown = await openPart<Verdict>(sealer, row.shown, `shown ${row.id}`);
  return shown && withShown(scan, shown);
}
