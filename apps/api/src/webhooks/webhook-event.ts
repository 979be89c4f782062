import type { Checkpoint, Scan, ScanConflict, Verdict } from '@scantix/api-contract';
import type { WebhookData, WebhookEvent } from '@scantix/api-contract/admin';

/** Something that webhooks are told of. */
export interface HookEvent {
  readonly type: WebhookEvent;
  /** The id of the scan, undo or conflict: the same again is the same message. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly scan: EventScan;
  readonly undone?: NonNullable<WebhookData['undone']>;
  readonly conflict?: ScanConflict;
}

/** The scan of an event; times in epoch milliseconds. */
export interface EventScan extends Pick<Scan, 'id' | 'barcode' | 'mode'> {
  readonly checkpoint: Checkpoint;
  readonly claimedAt: number;
  readonly receivedAt: number;
  readonly verdict: Verdict;
  readonly ticket: EventTicket | undefined;
}

interface EventTicket {
  readonly type: string;
  readonly holder: string | null;
  readonly order_name: string | null;
  readonly note: string | null;
}

/** A visitor was let through: in, or out again. */
export const acceptedEvent = (scan: EventScan, at: number): HookEvent => ({
  ...{ type: 'scan.accepted', id: scan.id, at, scan },
});

/** A device had let through whom the server would have refused. */
export const conflictEvent = (scan: EventScan, conflict: ScanConflict, at: number): HookEvent => ({
  ...{ type: 'conflict.opened', id: conflict.id, at, scan, conflict },
});

/** A scan was taken back at `undone.at`. */
export const undoneEvent = (scan: EventScan, undone: NonNullable<WebhookData['undone']>, at: number): HookEvent => ({
  ...{ type: 'scan.undone', id: undone.id, at, scan, undone: { id: undone.id, at: undone.at } },
});

/** The `data` of an event's message. `withHolder`: with what tells who holds the ticket. */
export function webhookData(
  { scan, undone, conflict }: HookEvent,
  { withHolder }: { withHolder: boolean },
): WebhookData {
  const { verdict, checkpoint, ticket } = scan;
  return {
    scan: {
      id: scan.id,
      barcode: scan.barcode,
      mode: scan.mode === 'exit' ? 'exit' : 'entry',
      checkpoint: { id: checkpoint.id, name: checkpoint.name },
      claimed_at: new Date(scan.claimedAt).toISOString(),
      received_at: new Date(scan.receivedAt).toISOString(),
      outcome: verdict.outcome,
      reason: verdict.reason,
      certainty: verdict.certainty,
    },
    ticket: ticket
      ? {
          type: ticket.type,
          ...(withHolder && { holder: ticket.holder, order: ticket.order_name, note: ticket.note }),
        }
      : null,
    ...(undone && { undone }),
    ...(conflict && {
      conflict: {
        ...{ id: conflict.id, kind: conflict.kind },
        ...(conflict.with_scan_id && { with_scan_id: conflict.with_scan_id }),
      },
    }),
  };
}
