import { barcodeBytes, type ScanResult } from '@scantix/api-contract';
import { applyEffect, judgeScan, letsThrough } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { lockTickets } from '../ticket-rows/find-ticket.ts';
import { saveUsages } from '../ticket-rows/save-usage.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { acceptedEvent, conflictEvent, type HookEvent } from '../webhooks/webhook-event.ts';
import { addConflict } from './add-conflict.ts';
import { findRecorded } from './find-recorded.ts';
import { eventScan, type FoundScan, receivedScan, type ScanInContext } from './found-scan.ts';
import { type ReceiptCounter, raisedReceipt, raiseReceipt, receiptOf } from './raise-receipt.ts';
import { numberLateVerdict, repeatScan } from './repeat-scan.ts';
import { scanRow } from './scan-row.ts';

/** What recording needs of its process. */
export interface ScanRecorder {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Another transaction recorded a scan of this id after this one had looked for it. */
export class AlreadyRecordedError extends Error {
  override readonly name = 'AlreadyRecordedError';
}

/**
 * Records scans in one transaction: their rows, verdicts, effects and conflicts, all or none.
 *
 * The tickets' rows are locked first, in one order for all processes. Two scans of one ticket at the same time therefore
 * run one after the other, and the second sees what the first used up. A scan that is recorded gets its first verdict
 * again.
 * @throws AlreadyRecordedError
 */
export function recordBatch(
  { db, clock, newId }: ScanRecorder,
  scans: readonly ScanInContext[],
): Promise<ScanResult[]> {
  const { domainId, ticketing, deviceId, hasWebhooks } = (scans[0] as ScanInContext).context.submitter;
  return db.transaction().execute(async (trx) => {
    const barcodes = scans.map(({ scan }) => barcodeBytes(scan.barcode));
    const rows = ticketing === 'on' ? await lockTickets(trx, { domainId, barcodes }) : [];
    const receivedAt = clock.now();
    const recorded = await findRecorded(trx, { domainId, ids: scans.map(({ scan }) => scan.id) });
    const found = scans.map((one, index): FoundScan => ({ ...one, row: rows[index], receivedAt }));

    const results = new Map<string, ScanResult>();
    const late: ScanResult[] = [];
    const events: HookEvent[] = [];
    for (const one of found) {
      const first = recorded.get(one.scan.id);
      if (!first) continue;
      const { result, isLate, events: told } = await repeatScan(trx, first, { ...one, newId });
      results.set(result.id, result);
      events.push(...told);
      if (isLate) late.push(result);
    }
    const unseen = found.filter(({ scan }) => !recorded.has(scan.id));
    const counter = { domainId, deviceId };
    for (const [index, result] of (await recordUnseen(trx, unseen, { counter, receivedAt, newId })).entries()) {
      results.set(result.id, result);
      events.push(...eventsOf(unseen[index] as FoundScan, result));
    }
    if (hasWebhooks && events.length > 0) await insertDeliveries(trx, domainId, events);
    // No ticket is written any more: see `raiseReceipt`.
    for (const result of late)
      results.set(result.id, { ...result, ...(await numberLateVerdict(trx, counter, result.id)) });
    return scans.map(({ scan }) => results.get(scan.id) as ScanResult);
  });
}

/** What webhooks are told of a scan that was recorded. */
function eventsOf(one: FoundScan, { verdict, conflict }: ScanResult): HookEvent[] {
  if (!verdict || !letsThrough(verdict)) return [];
  const scan = eventScan(one, verdict);
  const { receivedAt } = one;
  return [acceptedEvent(scan, receivedAt), ...(conflict ? [conflictEvent(scan, conflict, receivedAt)] : [])];
}

async function recordUnseen(
  trx: Database,
  scans: readonly FoundScan[],
  { counter, receivedAt, newId }: { counter: ReceiptCounter; receivedAt: number; newId: () => string },
): Promise<ScanResult[]> {
  const { domainId } = counter;
  const judged = scans.map((one) => {
    const received = receivedScan(one);
    return { ...one, ticket: received.ticket, judgement: judgeScan(received) };
  });
  const used = judged.flatMap(({ row, ticket, judgement: { effect } }) =>
    row && ticket && effect ? [{ id: row.id, state: applyEffect(ticket, effect) }] : [],
  );
  const changes = await saveUsages(trx, { domainId, used, at: receivedAt });
  const changeOf = ({ row }: FoundScan) => (row ? changes.get(row.id) : undefined);
  const receipts = await insertScans(
    trx,
    counter,
    judged.map((one) => ({ ...scanRow(one, one.judgement), ticket_change: changeOf(one) ?? null })),
  );

  const results: ScanResult[] = [];
  for (const one of judged) {
    const { id } = one.scan;
    const { verdict, conflict } = one.judgement;
    const change = changeOf(one);
    results.push({
      ...{ id, status: 'recorded', verdict, ...receiptOf(receipts.get(id)) },
      ...(change === undefined ? {} : { change }),
      ...(conflict
        ? { conflict: await addConflict(trx, { id: newId(), domainId, scanId: id, conflict, at: receivedAt }) }
        : {}),
    });
  }
  return results;
}

/**
 * Inserts scans with their receipt numbers, which it resolves with.
 * @throws AlreadyRecordedError
 */
async function insertScans(
  trx: Database,
  counter: ReceiptCounter,
  values: Insertable<Tables['scans']>[],
): Promise<Map<string, string | number | null>> {
  if (values.length === 0) return new Map();
  const inserted = await trx
    .with('raised', raiseReceipt(counter, values.length))
    .insertInto('scans')
    .values(values.map((row, index) => ({ ...row, receipt: raisedReceipt(values.length - 1 - index) })))
    .onConflict((other) => other.columns(['domain_id', 'id']).doNothing())
    .returning(['id', 'receipt'])
    .execute();
  if (inserted.length < values.length) throw new AlreadyRecordedError();
  return new Map(inserted.map(({ id, receipt }) => [id, receipt]));
}
