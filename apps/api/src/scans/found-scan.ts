import type { Checkpoint, Scan, Verdict } from '@scantix/api-contract';
import type { Judgement, ReceivedScan, TicketState } from '@scantix/api-contract/rules';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { type TicketRow, ticketState } from '../ticket-rows/ticket-state.ts';
import type { EventScan } from '../webhooks/webhook-event.ts';
import type { ClaimedClerk } from './claim-marks.ts';

/** Who delivers scans, and with which request: a transaction has the scans of several. */
export interface Delivery {
  readonly submitter: SignedInClerk;
  /** The network address of the caller; `null`: none, as of demo data. */
  readonly address: string | null;
  /** `undefined`: outside a request. */
  readonly requestId: string | undefined;
}

/** What a scan refers to, read before its transaction begins. */
export interface ScanContext extends Delivery {
  readonly claimer: { readonly id: string; readonly userName: string };
  /** What tells whether the claim is in doubt. */
  readonly claimed: ClaimedClerk;
  /** Whether the claimer has no right to scan at the checkpoint. */
  readonly outsideRights: boolean;
  readonly checkpoint: Checkpoint;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
}

/** A scan whose checkpoint and clerk exist. */
export interface ScanInContext {
  readonly scan: Scan;
  readonly context: ScanContext;
}

/** A scan with its ticket, whose row is locked. */
export interface FoundScan extends ScanInContext {
  readonly row: TicketRow | undefined;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** A scan that the server has not seen before, with its verdict. */
export interface JudgedScan extends FoundScan {
  readonly judgement: Judgement;
  /** The ticket after the scan; `undefined`: it does not change. */
  readonly used: TicketState | undefined;
}

/** The scan as the rules take it. */
export function receivedScan({ scan, context, row, receivedAt }: FoundScan): ReceivedScan {
  const { submitter, claimer, checkpoint, checkpoints, outsideRights } = context;
  return {
    scan,
    ticket: row ? ticketState(row, checkpoints) : null,
    ticketing: submitter.ticketing,
    receivedAt,
    clerk: claimer.userName,
    checkpoint: checkpoint.name,
    outsideRights,
  };
}

/** The scan as webhooks are told of it. */
export function eventScan({ scan, context, row, receivedAt }: FoundScan, verdict: Verdict): EventScan {
  const { id, barcode, mode } = scan;
  const claimedAt = Date.parse(scan.claimed_at);
  return { id, barcode, mode, checkpoint: context.checkpoint, claimedAt, receivedAt, verdict, ticket: row };
}
