import { barcodeBytes, type ScanResult } from '@scantix/api-contract';
import { applyEffect, judgeScan, letsThrough } from '@scantix/api-contract/rules';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { lockTickets } from '../ticket-rows/find-ticket.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { acceptedEvent, conflictEvent, type HookEvent } from '../webhooks/webhook-event.ts';
import { findRecorded, type RecordedRow } from './find-recorded.ts';
import { eventScan, type FoundScan, type JudgedScan, receivedScan, type ScanInContext } from './found-scan.ts';
import { newConflict, type PreparedConflict, prepareConflicts } from './prepare-conflicts.ts';
import { receiptOf } from './raise-receipt.ts';
import { numberLateVerdict, repeatScan } from './repeat-scan.ts';
import { type WrittenScan, writeScans } from './write-scans.ts';

/** What recording needs of its process. */
export interface ScanRecorder {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What a batch needs. */
export interface BatchRecorder extends ScanRecorder {
  /** Called before the last statement. */
  readonly onWriting: () => void;
}

/** Another transaction recorded a scan of this id after this one had looked for it. */
export class AlreadyRecordedError extends Error {
  override readonly name = 'AlreadyRecordedError';
}

/**
 * Records scans of one domain in one transaction, whoever submits each: their rows, verdicts, effects and conflicts, all or
 * none. No two of them are of one ticket or id.
 *
 * The tickets' rows are locked first, in one order for all processes. Two scans of one ticket at the same time therefore
 * run one after the other, and the second sees what the first used up. A scan that is recorded gets its first verdict
 * again.
 * @throws AlreadyRecordedError
 */
export function recordBatch(
  { db, clock, newId, onWriting }: BatchRecorder,
  scans: readonly ScanInContext[],
): Promise<ScanResult[]> {
  const { domainId } = (scans[0] as ScanInContext).context.submitter;
  return db.transaction().execute(async (trx) => {
    const rows = await lockTicketsOf(trx, domainId, scans);
    const receivedAt = clock.now();
    const recorded = await findRecorded(trx, { domainId, ids: scans.map(({ scan }) => scan.id) });
    const found = scans.map((one, index): FoundScan => {
      const hasTicket = one.context.submitter.ticketing === 'on' || !!recorded.get(one.scan.id)?.ticket_id;
      return { ...one, row: hasTicket ? rows[index] : undefined, receivedAt };
    });

    const { results, late, events } = await repeatScans(trx, found, { recorded, newId });
    const judged = found.filter(({ scan }) => !recorded.has(scan.id)).map(judge);
    const inConflict = judged.flatMap(({ scan, judgement: { conflict } }) =>
      conflict ? [{ scanId: scan.id, conflict }] : [],
    );
    const conflicts = await prepareConflicts(trx, { domainId, newId }, inConflict);
    const conflictOf = new Map(conflicts.map((conflict) => [conflict.scan_id, conflict]));
    if (scans.some(({ context }) => context.submitter.hasWebhooks)) {
      const told = [...events, ...judged.flatMap((one) => eventsOf(one, conflictOf.get(one.scan.id)))];
      if (told.length > 0) await insertDeliveries(trx, domainId, told);
    }
    onWriting();
    const written = await writeScans(trx, { domainId, receivedAt }, { scans: judged, conflicts });
    if (written.size < judged.length) throw new AlreadyRecordedError();
    for (const one of judged) {
      const result = resultOf(one, written.get(one.scan.id) as WrittenScan, conflictOf.get(one.scan.id));
      results.set(result.id, result);
    }
    // No ticket is written any more: see `raiseReceipt`.
    for (const { result, deviceId } of late)
      results.set(result.id, {
        ...result,
        ...(await numberLateVerdict(trx, { domainId, deviceId }, result.id)),
      });
    return scans.map(({ scan }) => results.get(scan.id) as ScanResult);
  });
}

/**
 * The tickets with the codes of scans, in their order. Without ticketing a code is a ticket only for a late verdict on a scan that
 * is on the record with it.
 */
async function lockTicketsOf(trx: Database, domainId: string, scans: readonly ScanInContext[]) {
  const mayHaveTicket = ({ scan, context }: ScanInContext) =>
    context.submitter.ticketing === 'on' || scan.device_verdict !== undefined;
  if (!scans.some(mayHaveTicket)) return [];
  return lockTickets(trx, { domainId, barcodes: scans.map(({ scan }) => barcodeBytes(scan.barcode)) });
}

interface Late {
  readonly result: ScanResult;
  readonly deviceId: string;
}

/** Answers those scans that are recorded. */
async function repeatScans(
  trx: Database,
  found: readonly FoundScan[],
  { recorded, newId }: { recorded: ReadonlyMap<string, RecordedRow>; newId: () => string },
) {
  const results = new Map<string, ScanResult>();
  const late: Late[] = [];
  const events: HookEvent[] = [];
  for (const one of found) {
    const first = recorded.get(one.scan.id);
    if (!first) continue;
    const { result, isLate, events: told } = await repeatScan(trx, first, { ...one, newId });
    results.set(result.id, result);
    events.push(...told);
    if (isLate) late.push({ result, deviceId: one.context.submitter.deviceId });
  }
  // Numbers are locked in one order for all processes.
  late.sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
  return { results, late, events };
}

function judge(one: FoundScan): JudgedScan {
  const received = receivedScan(one);
  const judgement = judgeScan(received);
  const { ticket } = received;
  return { ...one, judgement, used: ticket && judgement.effect ? applyEffect(ticket, judgement.effect) : undefined };
}

/** What webhooks are told of a scan that is recorded. */
function eventsOf(one: JudgedScan, conflict: PreparedConflict | undefined): HookEvent[] {
  const { verdict } = one.judgement;
  if (!letsThrough(verdict)) return [];
  const scan = eventScan(one, verdict);
  const { receivedAt } = one;
  const accepted = acceptedEvent(scan, receivedAt);
  return conflict ? [accepted, conflictEvent(scan, newConflict(conflict), receivedAt)] : [accepted];
}

function resultOf(
  { scan, judgement }: JudgedScan,
  { ticket_change, receipt }: WrittenScan,
  conflict: PreparedConflict | undefined,
): ScanResult {
  return {
    ...{ id: scan.id, status: 'recorded', verdict: judgement.verdict, ...receiptOf(receipt) },
    ...(ticket_change === null ? {} : { change: Number(ticket_change) }),
    ...(conflict ? { conflict: newConflict(conflict) } : {}),
  };
}
