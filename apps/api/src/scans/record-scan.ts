import { barcodeBytes, type Checkpoint, type FirstUse, type Scan, type ScanResult } from '@scantix/api-contract';
import { type Decision, decideVerdict } from '@scantix/api-contract/rules';
import type { SignedInClerk } from '../auth/signed-in-clerk.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { findTicket, type TicketRow, ticketState } from '../tickets/ticket-state.ts';
import { payloadHash } from './payload-hash.ts';
import { serverVerdict } from './server-verdict.ts';

/** All that is known around one scan before its transaction begins. */
export interface ScanSurroundings {
  readonly submitter: SignedInClerk;
  readonly claimer: { readonly id: string; readonly userName: string };
  readonly checkpoint: Checkpoint;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
}

/**
 * Records one scan and decides it, in one transaction: the scan's row, its verdict and what it does to the ticket
 * stand together or not at all.
 *
 * The ticket's row is locked first, so two gates that present the same ticket at the same instant take turns,
 * whatever the number of processes: the second sees what the first has used up. A scan whose id stands already
 * changes nothing and gets the first verdict again.
 *
 * The rules see this server's clock, read under the lock. What the device claims is kept and never rules: a phone
 * whose clock is set back reaches no ticket that has expired and no place before somebody else.
 */
export function recordScan(
  { db, clock }: { db: Database; clock: Clock },
  scan: Scan,
  { submitter, claimer, checkpoint, checkpoints }: ScanSurroundings,
): Promise<ScanResult> {
  const { domainId, ticketing } = submitter;
  const barcode = barcodeBytes(scan.barcode);
  const hash = payloadHash(scan);
  return db.transaction().execute(async (trx) => {
    const row = ticketing === 'on' ? await findTicket(trx, { domainId, barcode, lock: true }) : undefined;
    const at = clock.now();
    const decision = decideVerdict({
      mode: scan.mode,
      at,
      checkpointId: checkpoint.id,
      deviceId: scan.device_id,
      ticketing,
      ticket: row ? ticketState(row, checkpoints) : null,
    });
    const verdict = serverVerdict(decision, { mode: scan.mode, at });
    const inserted = await trx
      .insertInto('scans')
      .values({
        domain_id: domainId,
        id: scan.id,
        barcode,
        raw: scan.raw === undefined ? null : Buffer.from(scan.raw, 'base64'),
        symbology: scan.symbology,
        scan_method: scan.scan_method,
        mode: scan.mode,
        checkpoint_id: checkpoint.id,
        claimed_at: new Date(scan.claimed_at),
        received_at: new Date(at),
        clock_offset_ms: scan.clock_offset_ms ?? null,
        device_id: scan.device_id,
        claimed_by: claimer.id,
        submitted_by: submitter.id,
        ticket_id: row?.id ?? null,
        outcome: decision.outcome,
        reason: decision.reason,
        verdict: JSON.stringify(verdict),
        device_verdict: scan.device_verdict ? JSON.stringify(scan.device_verdict) : null,
        payload_hash: hash,
        search_text: searchText(scan.barcode, row?.holder ?? null),
      })
      .onConflict((conflict) => conflict.columns(['domain_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return repeatOf(trx, { domainId, id: scan.id, hash });
    if (row) {
      const firstUse = {
        scan_id: scan.id,
        at: new Date(at).toISOString(),
        clerk: claimer.userName,
        checkpoint: checkpoint.name,
      };
      const lastEntry = { scanId: scan.id, at, deviceId: scan.device_id, checkpointId: checkpoint.id };
      await applyEffect(trx, decision.effect, row, { firstUse, lastEntry, at });
    }
    return { id: scan.id, status: 'recorded', verdict };
  });
}

async function repeatOf(
  trx: Database,
  { domainId, id, hash }: { domainId: string; id: string; hash: Uint8Array },
): Promise<ScanResult> {
  const first = await trx
    .selectFrom('scans')
    .select(['verdict', 'payload_hash'])
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Buffer.compare(first.payload_hash, hash) === 0
    ? { id, status: 'repeated', verdict: first.verdict }
    : { id, status: 'rejected', error: { code: 'payload_mismatch', message: 'Another scan has this id' } };
}

async function applyEffect(
  trx: Database,
  effect: Decision['effect'],
  ticket: TicketRow,
  { firstUse, lastEntry, at }: { firstUse: FirstUse; lastEntry: NonNullable<TicketRow['last_entry']>; at: number },
): Promise<void> {
  if (effect === 'none') return;
  await trx
    .updateTable('tickets')
    .set(
      effect === 'leave'
        ? { inside: false, updated_at: new Date(at) }
        : {
            inside: true,
            entries_used: ticket.entries_used + 1,
            last_entry: JSON.stringify(lastEntry),
            updated_at: new Date(at),
            ...(ticket.first_use ? {} : { first_use: JSON.stringify(firstUse) }),
          },
    )
    .where('id', '=', ticket.id)
    .execute();
}

/** A text column holds no U+0000. */
export function searchText(barcode: string, holder: string | null): string {
  return `${barcode}\n${holder ?? ''}`.toLowerCase().replaceAll('\u0000', '\ufffd');
}
