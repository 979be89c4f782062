import { barcodeBytes, type Checkpoint, type Scan, type ScanResult } from '@scantix/api-contract';
import { applyEffect, type EffectKind, type ScanEffect } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { SignedInClerk } from '../auth/signed-in-clerk.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tables } from '../database/tables.ts';
import { searchText } from '../search-text.ts';
import { findTicket, saveUsage, ticketState } from '../tickets/ticket-state.ts';
import { addConflict } from './conflicts.ts';
import { happenedAt } from './happened-at.ts';
import { judgeScan } from './judge-scan.ts';
import { payloadHash } from './payload-hash.ts';
import { findRecorded, repeatScan } from './repeat-scan.ts';

/** All that is known around one scan before its transaction begins. */
export interface ScanSurroundings {
  readonly submitter: SignedInClerk;
  readonly claimer: { readonly id: string; readonly userName: string };
  readonly checkpoint: Checkpoint;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
}

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

/**
 * Records one scan and decides it, in one transaction: the scan's row, its verdict, what it does to the ticket and
 * the conflict that it may be in stand together or not at all.
 *
 * The ticket's row is locked first, so two gates that present the same ticket at the same instant take turns,
 * whatever the number of processes: the second sees what the first has used up. A scan whose id stands already gets
 * the first verdict again.
 */
export async function recordScan(
  recorder: ScanRecorder,
  scan: Scan,
  surroundings: ScanSurroundings,
): Promise<ScanResult> {
  try {
    return await recordOnce(recorder, scan, surroundings);
  } catch (error) {
    if (!(error instanceof AlreadyRecordedError)) throw error;
    return await recordOnce(recorder, scan, surroundings);
  }
}

function recordOnce(
  { db, clock, newId }: ScanRecorder,
  scan: Scan,
  { submitter, claimer, checkpoint, checkpoints }: ScanSurroundings,
): Promise<ScanResult> {
  const { domainId, ticketing } = submitter;
  const barcode = barcodeBytes(scan.barcode);
  return db.transaction().execute(async (trx) => {
    const row = ticketing === 'on' ? await findTicket(trx, { domainId, barcode, lock: true }) : undefined;
    const ticket = row ? ticketState(row, checkpoints) : null;
    const receivedAt = clock.now();
    const effectOf = (kind: EffectKind, at: number): ScanEffect => ({
      scanId: scan.id,
      kind,
      at,
      deviceId: scan.device_id,
      checkpointId: checkpoint.id,
      clerk: claimer.userName,
      checkpoint: checkpoint.name,
    });
    const recorded = await findRecorded(trx, { domainId, id: scan.id });
    if (recorded) return repeatScan(trx, recorded, { scan, row, ticket, domainId, receivedAt, effectOf, newId });

    const happened = happenedAt(scan, receivedAt);
    const { verdict, effect, at, conflict } = judgeScan({
      ...{ scan, ticket, ticketing, receivedAt },
      happenedAt: happened,
    });
    const change =
      row && ticket && effect !== 'none'
        ? await saveUsage(trx, row, { state: applyEffect(ticket, effectOf(effect, at)), at: receivedAt })
        : undefined;
    const values: Insertable<Tables['scans']> = {
      domain_id: domainId,
      id: scan.id,
      barcode,
      raw: scan.raw === undefined ? null : Buffer.from(scan.raw, 'base64'),
      symbology: scan.symbology,
      scan_method: scan.scan_method,
      mode: scan.mode,
      checkpoint_id: checkpoint.id,
      claimed_at: new Date(scan.claimed_at),
      received_at: new Date(receivedAt),
      happened_at: new Date(happened),
      clock_offset_ms: scan.clock_offset_ms ?? null,
      device_id: scan.device_id,
      claimed_by: claimer.id,
      submitted_by: submitter.id,
      ticket_id: row?.id ?? null,
      outcome: verdict.outcome,
      reason: verdict.reason,
      verdict: JSON.stringify(verdict),
      device_verdict: scan.device_verdict ? JSON.stringify(scan.device_verdict) : null,
      effect,
      effect_at: effect === 'none' ? null : new Date(at),
      ticket_change: change ?? null,
      payload_hash: payloadHash(scan),
      search_text: searchText(scan.barcode, row?.holder ?? null),
    };
    const inserted = await trx
      .insertInto('scans')
      .values(values)
      .onConflict((other) => other.columns(['domain_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new AlreadyRecordedError();
    const made = conflict
      ? await addConflict(trx, { id: newId(), domainId, scanId: scan.id, kind: conflict, ticket, at: receivedAt })
      : undefined;
    return {
      id: scan.id,
      status: 'recorded',
      verdict,
      ...(change === undefined ? {} : { change }),
      ...(made ? { conflict: made } : {}),
    };
  });
}
