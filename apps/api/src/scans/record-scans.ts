import type { ScanResult } from '@scantix/api-contract';
import type { ScanInContext } from './found-scan.ts';
import { AlreadyRecordedError, recordBatch, type ScanRecorder } from './record-batch.ts';
import { splitIntoBatches } from './split-into-batches.ts';

/**
 * Records and decides scans, in batches that share a transaction. If a batch fails, each of its scans gets its own
 * transaction, so that one scan cannot fail the others.
 *
 * @param onFailure called for each scan that could not be recorded; such a scan has no result
 */
export async function recordScans(
  recorder: ScanRecorder,
  scans: readonly ScanInContext[],
  onFailure: (error: unknown) => void,
): Promise<(ScanResult | undefined)[]> {
  const results: (ScanResult | undefined)[] = [];
  for (const batch of splitIntoBatches(scans)) {
    const oneByOne = () => Promise.all(batch.map((one) => recordAlone(recorder, one).catch(onFailure)));
    const recorded = batch.length > 1 ? await recordBatch(recorder, batch).catch(oneByOne) : await oneByOne();
    results.push(...recorded.map((result) => result ?? undefined));
  }
  return results;
}

async function recordAlone(recorder: ScanRecorder, one: ScanInContext): Promise<ScanResult | undefined> {
  const record = async () => (await recordBatch(recorder, [one]))[0];
  return record().catch((error) => (error instanceof AlreadyRecordedError ? record() : Promise.reject(error)));
}
