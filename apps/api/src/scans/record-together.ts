import type { ApiErrorCode, Scan, ScanResult } from '@scantix/api-contract';
import type { Delivery, ScanInContext } from './found-scan.ts';
import { isDataError, lostToAnother } from './is-data-error.ts';
import { loadScanContexts } from './load-scan-contexts.ts';
import { type BatchRecorder, recordBatch, type ScanRecorder } from './record-batch.ts';
import type { TakenScan, WaitingCall } from './take-turn.ts';

/** A call with scans, and what has become of them. */
export interface ScansCall extends WaitingCall {
  readonly delivery: Delivery;
  readonly keptBack: Set<string>;
  /** A scan that could not be recorded has none. */
  readonly results: Map<Scan, ScanResult>;
  /** Why scans were not recorded. */
  readonly failures: unknown[];
}

type Taken = TakenScan<ScansCall>;

/**
 * Records the scans of one turn in one transaction. If that fails for its data, each half gets a transaction of its own, and
 * so on, so that one scan cannot fail the others. If it fails for the database, nothing more is asked of that for these
 * calls: overload would multiply itself.
 *
 * A scan that could not be recorded has no result, and neither have later ones of its code in its call: an exit must not
 * come before its entry.
 * @param onWriting called before each transaction's last statement: from then on it waits for the database alone
 */
export async function recordTogether(
  recorder: ScanRecorder,
  turn: readonly Taken[],
  onWriting: () => void,
): Promise<void> {
  const { domainId } = (turn[0] as Taken).call.delivery.submitter;
  try {
    const scans = turn.map(({ call: { delivery }, scan }) => ({ scan, delivery }));
    const contextOf = await loadScanContexts(recorder.db, domainId, scans);
    const ready: InTurn[] = [];
    for (const { call, scan } of turn) {
      const context = contextOf({ scan, delivery: call.delivery });
      if ('code' in context) call.results.set(scan, rejected(scan.id, context.code, context.message));
      else ready.push({ call, scan, context });
    }
    await record({ ...recorder, onWriting }, ready);
  } catch (error) {
    // The contexts could not be read.
    fail(turn, error);
  }
}

interface InTurn extends Taken, ScanInContext {}

/** Resolves with whether the database can go on. */
async function record(recorder: BatchRecorder, scans: readonly InTurn[], isSecondTry = false): Promise<boolean> {
  const ready = scans.filter(({ call, scan }) => !call.keptBack.has(scan.barcode));
  if (ready.length === 0) return true;
  try {
    const results = await recordBatch(recorder, ready);
    for (const [index, { call, scan }] of ready.entries()) call.results.set(scan, results[index] as ScanResult);
    return true;
  } catch (error) {
    if (lostToAnother(error) && !isSecondTry) return record(recorder, ready, true);
    if (!isDataError(error)) return fail(ready, error);
    if (ready.length === 1) {
      fail(ready, error);
      return true;
    }
    const middle = Math.ceil(ready.length / 2);
    const canGoOn = await record(recorder, ready.slice(0, middle));
    return canGoOn ? record(recorder, ready.slice(middle)) : fail(ready.slice(middle), error);
  }
}

/** Keeps scans back, and all others of their calls if the database is at fault. */
function fail(scans: readonly Taken[], error: unknown): false {
  for (const { call, scan } of scans) {
    call.keptBack.add(scan.barcode);
    call.failures.push(error);
    if (!isDataError(error)) call.left.length = 0;
  }
  return false;
}

/** The answer for a scan that this server will never take. */
export function rejected(id: string, code: ApiErrorCode, message: string): ScanResult {
  return { id, status: 'rejected', error: { code, message } };
}
