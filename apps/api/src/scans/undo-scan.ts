import type { undoScan as endpoint, Right, ScanMode } from '@scantix/api-contract';
import { type EffectKind, judgeUndo, withdrawEffect } from '@scantix/api-contract/rules';
import { domainAtRun } from '../database/domain-at-run.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { Clock } from '../system/clock.ts';
import { currentRequestId } from '../system/current-request.ts';
import { saveUsage } from '../ticket-rows/save-usage.ts';
import { type TicketRow, ticketState } from '../ticket-rows/ticket-state.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { undoneEvent } from '../webhooks/webhook-event.ts';
import { countedVerdict } from './counted-verdict.ts';
import { ChangedMeanwhileError, lostToAnother } from './is-data-error.ts';
import { isOwnDevice } from './is-own-device.ts';
import { receiptOf } from './raise-receipt.ts';
import { remainingEffects } from './remaining-effects.ts';
import { findUndo, findUndoer, insertUndo, recordWithdrawal, scanUndone } from './undo-rows.ts';

const MAX_TRIES = 3;

/**
 * Takes an entry or exit back, in one transaction under the locks of ticket and scan. The scan itself stays as it is. One
 * that gives way to another transaction runs again.
 */
export async function undoScan(parts: UndoParts, call: ClerkCall<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToUndo(parts, call);
    } catch (error) {
      if (tries === MAX_TRIES || !lostToAnother(error)) throw error;
    }
  }
}

interface UndoParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly clientAddress: ClientAddress;
}

function tryToUndo(
  { db, clock, clientAddress }: UndoParts,
  { clerk: submitter, params: { id: scanId }, body: undo, context }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { domainId } = submitter;
  return db.transaction().execute(async (trx) => {
    const ticket = await lockTicketOf(trx, { domainId, scanId });
    const receivedAt = clock.now();
    const scan = await lockScan(trx, { domainId, scanId });
    if (!scan) throw new ApiError('not_found', 'Unknown scan');
    // A late verdict may have found a ticket that was sold meanwhile. Tickets are locked before scans.
    if (scan.ticket_id !== (ticket?.id ?? null)) throw new ChangedMeanwhileError();
    const before = await findUndo(trx, { domainId, scanId });

    const undoer = await findUndoer(trx, domainId, undo);
    const { effect, verdict, ticket_id, happened_at, received_at } = scan;
    const judgement = judgeUndo(
      undo,
      {
        ...{ verdict, effect, hasTicket: ticket_id !== null },
        ...{ happenedAt: happened_at.getTime(), receivedAt: received_at.getTime() },
        undoneBy: before?.undone.id ?? null,
        mayComeBack: scan.offered_again === true || isOwnDevice(scan, submitter),
        outsideRights: ![undoer, submitter].every((one) => mayUndo(one, scan.claimed_by)),
      },
      { receivedAt },
    );
    const known = before && { undone: before.undone, ...changeOf(before.change) };
    const answer = { id: undo.id, scan_id: scanId, ...known };
    if (judgement.kind === 'refused') return { ...answer, status: 'refused', refusal: judgement.refusal };
    if (judgement.kind === 'repeated') {
      // The number of another device means nothing to this one.
      const receipt = before && isOwnDevice(before, submitter) ? before.receipt : null;
      return { ...answer, status: 'repeated', ...receiptOf(receipt) };
    }

    const { withdraw, happenedAt } = judgement;
    const at = receivedAt;
    const change =
      ticket && withdraw !== 'none' ? await withdrawFrom(trx, ticket, { kind: withdraw, scanId, at }) : null;
    const receipt = await insertUndo(trx, {
      scanId,
      undo,
      submitter,
      undoneBy: undoer.id,
      happenedAt,
      receivedAt,
      change,
    });
    const by = { by: undoer.login, submittedBy: submitter.login };
    const undone = scanUndone({ id: undo.id, at: new Date(happenedAt), ...by, offeredAgain: undo.offered_again });
    const delivery = { submitter, address: clientAddress(context), requestId: currentRequestId() };
    await recordWithdrawal(trx, { scanId, ...delivery, by: undoer.login });
    if (submitter.hasWebhooks) {
      const checkpoints = await loadCheckpoints(trx, domainId);
      const told = {
        ...{ id: scanId, barcode: new TextDecoder('utf-8', { ignoreBOM: true }).decode(scan.barcode) },
        ...{ mode: scan.mode as ScanMode, verdict: countedVerdict(scan), ticket, claimedAt: scan.claimed_at.getTime() },
        checkpoint: checkpoints.get(scan.checkpoint_id) ?? { id: scan.checkpoint_id, name: '' },
        receivedAt: received_at.getTime(),
      };
      await insertDeliveries(trx, domainId, [undoneEvent(told, undone, receivedAt)]);
    }
    return { ...answer, status: 'recorded', undone, ...changeOf(change), ...receipt };
  });
}

/**
 * Whether a clerk may take a scan back: the own with `scan`, any with `supervise`. Asked of the clerk who undoes and of the
 * one who delivers that: nothing else ties the claimed name to the caller.
 */
function mayUndo(
  { id, rights }: { readonly id: string; readonly rights: readonly Right[] },
  scannedBy: string,
): boolean {
  return rights.includes('supervise') || (rights.includes('scan') && id === scannedBy);
}

const changeOf = (change: string | number | null) => (change === null ? {} : { change: Number(change) });

function lockTicketOf(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }) {
  return trx
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('scans').select('ticket_id').where('domain_id', '=', domainAtRun(domainId)).where('id', '=', scanId),
    )
    .forUpdate()
    .executeTakeFirst();
}

function lockScan(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }) {
  return trx
    .selectFrom('scans')
    .select(['barcode', 'mode', 'checkpoint_id', 'claimed_at'])
    .select(['claimed_by', 'effect', 'happened_at', 'received_at', 'ticket_id', 'offered_again'])
    .select(['outcome', 'reason', 'verdict', 'device_verdict'])
    .select(['received_from as deliveredBy', 'received_key as deliveredWith'])
    .where('domain_id', '=', domainAtRun(domainId))
    .where('id', '=', scanId)
    .forUpdate()
    .executeTakeFirst();
}

/** Withdraws a scan's effect from its ticket. Resolves with the ticket's new change number. */
async function withdrawFrom(
  trx: Database,
  row: TicketRow,
  { kind, scanId, at }: { kind: EffectKind; scanId: string; at: number },
): Promise<number> {
  const domainId = row.domain_id;
  const remaining = await remainingEffects(trx, { domainId, ticketId: row.id, without: scanId });
  const before = ticketState(row, await loadCheckpoints(trx, domainId));
  return saveUsage(trx, row, { state: withdrawEffect(before, { scanId, kind }, remaining), at });
}
