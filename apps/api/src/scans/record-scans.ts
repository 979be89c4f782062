import { barcodeBytes, type Scan, type ScanResult } from '@scantix/api-contract';
import type { EffectKind } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Tables } from '../database/tables.ts';
import { lockTickets, saveUsages, ticketState } from '../tickets/ticket-state.ts';
import { addConflict } from './conflicts.ts';
import { findRecorded, repeatScan } from './repeat-scan.ts';
import { effectOf, type FoundScan, type ScanSurroundings, weighScan } from './weigh-scan.ts';

/** What recording needs of its process. */
export interface ScanRecorder {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A scan of a call, and what is known around it. All scans of a call are of one submitter. */
export interface ScanToRecord {
  readonly scan: Scan;
  readonly around: ScanSurroundings;
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
  scans: readonly ScanToRecord[],
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

function shareTransactions(scans: readonly ScanToRecord[]): ScanToRecord[][] {
  const shares: ScanToRecord[][] = [];
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

async function recordAlone(recorder: ScanRecorder, one: ScanToRecord): Promise<ScanResult | undefined> {
  const record = async () => (await recordTogether(recorder, [one]))[0];
  return record().catch((error) => (error instanceof AlreadyRecordedError ? record() : Promise.reject(error)));
}

/**
 * The rows of the tickets are locked first, in one order for everybody, so gates that present the same ticket at the
 * same instant take turns, whatever the number of processes: the second sees what the first has used up. A scan whose
 * id stands already gets the first verdict again.
 */
function recordTogether({ db, clock, newId }: ScanRecorder, scans: readonly ScanToRecord[]): Promise<ScanResult[]> {
  const { domainId, ticketing } = (scans[0] as ScanToRecord).around.submitter;
  return db.transaction().execute(async (trx) => {
    const barcodes = scans.map(({ scan }) => barcodeBytes(scan.barcode));
    const rows = ticketing === 'on' ? await lockTickets(trx, { domainId, barcodes }) : [];
    const receivedAt = clock.now();
    const recorded = await findRecorded(trx, { domainId, ids: scans.map(({ scan }) => scan.id) });
    const found = scans.map((one, index): FoundScan => ({ ...one, row: rows[index], receivedAt }));

    const fresh = found.filter(({ scan }) => !recorded.has(scan.id)).map((one) => ({ ...one, ...weighScan(one) }));
    const used = fresh.flatMap(({ row, used: state }) => (row && state ? [{ id: row.id, state }] : []));
    const changes = await saveUsages(trx, { domainId, used, at: receivedAt });
    const changeOf = ({ row }: FoundScan) => (row ? changes.get(row.id) : undefined);
    await insertScans(
      trx,
      fresh.map((one) => ({ ...one.values, ticket_change: changeOf(one) ?? null })),
    );

    const results = new Map<string, ScanResult>();
    for (const one of fresh) {
      const { scan, verdict, ticket, conflict: kind } = one;
      const conflict =
        kind && (await addConflict(trx, { id: newId(), domainId, scanId: scan.id, kind, ticket, at: receivedAt }));
      const change = changeOf(one);
      results.set(scan.id, {
        id: scan.id,
        status: 'recorded',
        verdict,
        ...(change === undefined ? {} : { change }),
        ...(conflict ? { conflict } : {}),
      });
    }
    for (const one of found) {
      const { scan, around, row } = one;
      const first = recorded.get(scan.id);
      if (!first) continue;
      const ticket = row ? ticketState(row, around.checkpoints) : null;
      const repetition = { scan, row, ticket, domainId, receivedAt, newId };
      const effect = (kind: EffectKind, at: number) => effectOf(one, kind, at);
      results.set(scan.id, await repeatScan(trx, first, { ...repetition, effectOf: effect }));
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
