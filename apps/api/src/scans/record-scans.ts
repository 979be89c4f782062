import { barcodeBytes, type ScanResult } from '@scantix/api-contract';
import { applyEffect, judgeScan } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Tables } from '../database/tables.ts';
import { lockTickets, saveUsages } from '../tickets/ticket-state.ts';
import { addConflict } from './conflicts.ts';
import { type FoundScan, receivedScan, type ScanInContext } from './found-scan.ts';
import { findRecorded } from './recorded-scans.ts';
import { repeatScan } from './repeat-scan.ts';
import { scanRow } from './scan-row.ts';

/** What recording needs of its process. */
export interface ScanRecorder {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Another transaction has recorded a scan of this id since this one looked. */
class AlreadyRecordedError extends Error {
  override readonly name = 'AlreadyRecordedError';
}

/** How many scans share a transaction: an outbox of thousands drains ten times as fast, and no lock is held for long. */
const MAX_TOGETHER = 50;

/**
 * Records scans and decides them: the row of each, its verdict, what it does to the ticket and the conflict that it may
 * be in stand together or not at all.
 *
 * Many share a transaction, never two of one ticket: each must see what the one before it has used up. Where a shared
 * transaction fails, each scan gets one of its own, so that a bad one never fails its neighbours.
 *
 * @param onFailure hears of a scan that could not be recorded; it has no result
 */
export async function recordScans(
  recorder: ScanRecorder,
  scans: readonly ScanInContext[],
  onFailure: (error: unknown) => void,
): Promise<(ScanResult | undefined)[]> {
  const results: (ScanResult | undefined)[] = [];
  for (const together of shareTransactions(scans)) {
    const alone = () => Promise.all(together.map((one) => recordAlone(recorder, one).catch(onFailure)));
    const recorded = together.length > 1 ? await recordTogether(recorder, together).catch(alone) : await alone();
    results.push(...recorded.map((result) => result ?? undefined));
  }
  return results;
}

function shareTransactions(scans: readonly ScanInContext[]): ScanInContext[][] {
  const shares: ScanInContext[][] = [];
  let taken = new Set<string>();
  for (const one of scans) {
    const names = [`id ${one.scan.id}`, `barcode ${one.scan.barcode}`];
    const share = shares.at(-1);
    if (!share || share.length === MAX_TOGETHER || names.some((name) => taken.has(name))) {
      shares.push([one]);
      taken = new Set(names);
    } else {
      share.push(one);
      for (const name of names) taken.add(name);
    }
  }
  return shares;
}

async function recordAlone(recorder: ScanRecorder, one: ScanInContext): Promise<ScanResult | undefined> {
  const record = async () => (await recordTogether(recorder, [one]))[0];
  return record().catch((error) => (error instanceof AlreadyRecordedError ? record() : Promise.reject(error)));
}

/**
 * The rows of the tickets are locked first, in one order for everybody, so gates that present the same ticket at the
 * same instant take turns, whatever the number of processes: the second sees what the first has used up. A scan whose
 * id stands already gets the first verdict again.
 */
function recordTogether({ db, clock, newId }: ScanRecorder, scans: readonly ScanInContext[]): Promise<ScanResult[]> {
  const { domainId, ticketing } = (scans[0] as ScanInContext).context.submitter;
  return db.transaction().execute(async (trx) => {
    const barcodes = scans.map(({ scan }) => barcodeBytes(scan.barcode));
    const rows = ticketing === 'on' ? await lockTickets(trx, { domainId, barcodes }) : [];
    const receivedAt = clock.now();
    const recorded = await findRecorded(trx, { domainId, ids: scans.map(({ scan }) => scan.id) });
    const found = scans.map((one, index): FoundScan => ({ ...one, row: rows[index], receivedAt }));

    const fresh = found
      .filter(({ scan }) => !recorded.has(scan.id))
      .map((one) => {
        const received = receivedScan(one);
        return { ...one, ticket: received.ticket, judgement: judgeScan(received) };
      });
    const used = fresh.flatMap(({ row, ticket, judgement: { effect } }) =>
      row && ticket && effect ? [{ id: row.id, state: applyEffect(ticket, effect) }] : [],
    );
    const changes = await saveUsages(trx, { domainId, used, at: receivedAt });
    const changeOf = ({ row }: FoundScan) => (row ? changes.get(row.id) : undefined);
    await insertScans(
      trx,
      fresh.map((one) => ({ ...scanRow(one, one.judgement), ticket_change: changeOf(one) ?? null })),
    );

    const results = new Map<string, ScanResult>();
    for (const one of fresh) {
      const { scan, judgement } = one;
      const conflict =
        judgement.conflict &&
        (await addConflict(trx, {
          id: newId(),
          domainId,
          scanId: scan.id,
          conflict: judgement.conflict,
          at: receivedAt,
        }));
      const change = changeOf(one);
      results.set(scan.id, {
        id: scan.id,
        status: 'recorded',
        verdict: judgement.verdict,
        ...(change === undefined ? {} : { change }),
        ...(conflict ? { conflict } : {}),
      });
    }
    for (const one of found) {
      const first = recorded.get(one.scan.id);
      if (first) results.set(one.scan.id, await repeatScan(trx, first, { ...one, newId }));
    }
    return scans.map(({ scan }) => results.get(scan.id) as ScanResult);
  });
}

/** @throws AlreadyRecordedError */
async function insertScans(trx: Database, values: Insertable<Tables['scans']>[]): Promise<void> {
  if (values.length === 0) return;
  const inserted = await trx
    .insertInto('scans')
    .values(values)
    .onConflict((other) => other.columns(['domain_id', 'id']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length < values.length) throw new AlreadyRecordedError();
}
