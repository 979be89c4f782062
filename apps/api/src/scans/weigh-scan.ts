import { barcodeBytes, type Checkpoint, type Reason, type Scan, type Verdict } from '@scantix/api-contract';
import { applyEffect, type EffectKind, type ScanEffect, type TicketState } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { SignedInClerk } from '../auth/signed-in-clerk.ts';
import type { Tables } from '../database/tables.ts';
import { searchText } from '../search-text.ts';
import { type TicketRow, ticketState } from '../tickets/ticket-state.ts';
import { happenedAt } from './happened-at.ts';
import { judgeScan } from './judge-scan.ts';
import { payloadHash } from './payload-hash.ts';

/** All that is known around one scan before its transaction begins. */
export interface ScanSurroundings {
  readonly submitter: SignedInClerk;
  readonly claimer: { readonly id: string; readonly userName: string };
  readonly checkpoint: Checkpoint;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
}

/** A scan and the ticket that it found, its row locked. */
export interface FoundScan {
  readonly scan: Scan;
  readonly around: ScanSurroundings;
  readonly row: TicketRow | undefined;
  readonly receivedAt: number;
}

/** What a new scan comes to. */
export interface WeighedScan {
  /** Its row, but for the number of the ticket's change. */
  readonly values: Insertable<Tables['scans']>;
  readonly verdict: Verdict;
  /** The ticket before it, and after it where it changes. */
  readonly ticket: TicketState | null;
  readonly used?: TicketState;
  readonly conflict?: Reason;
}

/** Judges a new scan and lays out what is to be written of it. Pure. */
export function weighScan(found: FoundScan): WeighedScan {
  const { scan, around, row, receivedAt } = found;
  const { submitter, claimer, checkpoint, checkpoints } = around;
  const ticket = row ? ticketState(row, checkpoints) : null;
  const happened = happenedAt(scan, receivedAt);
  const judged = { scan, ticket, ticketing: submitter.ticketing, receivedAt, happenedAt: happened };
  const { verdict, effect, at, conflict } = judgeScan(judged);
  const values = {
    domain_id: submitter.domainId,
    id: scan.id,
    barcode: barcodeBytes(scan.barcode),
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
    payload_hash: payloadHash(scan),
    search_text: searchText(scan.barcode, row?.holder ?? null),
  };
  const used = ticket && effect !== 'none' ? applyEffect(ticket, effectOf(found, effect, at)) : undefined;
  return { values, verdict, ticket, ...(used ? { used } : {}), ...(conflict ? { conflict } : {}) };
}

/** What a scan does to its ticket, as the ticket remembers it. */
export function effectOf({ scan, around }: FoundScan, kind: EffectKind, at: number): ScanEffect {
  return {
    scanId: scan.id,
    kind,
    at,
    deviceId: scan.device_id,
    checkpointId: around.checkpoint.id,
    clerk: around.claimer.userName,
    checkpoint: around.checkpoint.name,
  };
}
