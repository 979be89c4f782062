import type { ScanInContext } from './found-scan.ts';

/** The most scans of a transaction: an outbox of thousands drains ten times as fast, and no lock is held for long. */
const MAX_BATCH_SCANS = 50;

/**
 * Splits scans into batches that share a transaction, in their order. No batch has two scans of one ticket or id, since
 * each scan must see what the one before it used up.
 */
export function splitIntoBatches(scans: readonly ScanInContext[]): ScanInContext[][] {
  const batches: ScanInContext[][] = [];
  let taken = new Set<string>();
  for (const one of scans) {
    const keys = [`id ${one.scan.id}`, `barcode ${one.scan.barcode}`];
    const batch = batches.at(-1);
    if (!batch || batch.length === MAX_BATCH_SCANS || keys.some((key) => taken.has(key))) {
      batches.push([one]);
      taken = new Set(keys);
    } else {
      batch.push(one);
      for (const key of keys) taken.add(key);
    }
  }
  return batches;
}
