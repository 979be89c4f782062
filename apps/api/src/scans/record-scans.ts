import type { ScanResult } from '@scantix/api-contract';
import type { ScanInContext } from './found-scan.ts';
import { isDataError, lostToAnother } from './is-data-error.ts';
import { recordBatch, type ScanRecorder } from './record-batch.ts';
import { splitIntoBatches } from './split-into-batches.ts';

/**
 * Records and decides scans, in batches that share a transaction. If a batch fails for its data, each of its scans gets
 * its own transaction, so that one scan cannot fail the others. If it fails for the database, nothing more is asked of
 * that: overload would multiply itself.
 *
 * A scan that could not be recorded has no result, and neither have later ones of its code: an exit must not come before
 * its entry.
 * @param onFailure called for each error
 */
export async function recordScans(
  recorder: ScanRecorder,
  scans: readonly ScanInContext[],
  onFailure: (error: unknown) => void,
): Promise<Map<ScanInContext, ScanResult>> {
  const results = new Map<ScanInContext, ScanResult>();
  const keptBack = new Set<string>();
  /** Resolves with whether the database can go on. */
  const record = async (batch: readonly ScanInContext[], again = false): Promise<boolean> => {
    try {
      const recorded = await recordBatch(recorder, batch);
      for (const [index, one] of batch.entries()) results.set(one, recorded[index] as ScanResult);
      return true;
    } catch (error) {
      if (lostToAnother(error) && !again) return record(batch, true);
      if (isDataError(error) && batch.length > 1) return recordAll(batch.map((one) => [one]));
      onFailure(error);
      for (const { scan } of batch) keptBack.add(scan.barcode);
      return isDataError(error);
    }
  };
  const recordAll = async (batches: readonly ScanInContext[][]): Promise<boolean> => {
    for (const batch of batches) {
      const ready = batch.filter(({ scan }) => !keptBack.has(scan.barcode));
      if (ready.length > 0 && !(await record(ready))) return false;
    }
    return true;
  };
  await recordAll(splitIntoBatches(scans));
  return results;
}
