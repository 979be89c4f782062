import type { ScanResult } from '@scantix/api-contract';
import {
  applyEffect,
  clerkDecisionOf,
  judgeLateVerdict,
  type LateJudgement,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import { domainAtRun } from '../database/domain-at-run.ts';
import type { Database } from '../database/tables.ts';
import { saveUsage } from '../ticket-rows/save-usage.ts';
import { rowWithoutHolder, storableVerdict } from '../ticket-rows/without-holder.ts';
import { acceptedEvent, conflictEvent, type HookEvent, undoneEvent } from '../webhooks/webhook-event.ts';
import { selectConflicts } from './conflict-record.ts';
import { conflictView } from './conflict-view.ts';
import type { RecordedRow } from './find-recorded.ts';
import { eventScan, type FoundScan, receivedScan } from './found-scan.ts';
import { isOwnDevice } from './is-own-device.ts';
import { payloadHash } from './payload-hash.ts';
import { addConflict } from './prepare-conflicts.ts';
import { type ReceiptCounter, raisedReceipt, raiseReceipt, receiptOf } from './raise-receipt.ts';
import { remainingEffects } from './remaining-effects.ts';
import { insertWithdrawal, recordWithdrawal } from './undo-rows.ts';

interface Repeat extends FoundScan {
  readonly newId: () => string;
}

/**
 * Answers a scan that is recorded: with its first verdict, after a late verdict of the device has had its effect. From a
 * session of another device than the one that delivered the scan an admission is taken, and marked. Nothing else is:
 * anybody of the domain can read what a repeat needs. `isLate`: the late verdict needs a receipt number.
 */
export async function repeatScan(
  trx: Database,
  recorded: RecordedRow,
  repeat: Repeat,
): Promise<{ result: ScanResult; isLate: boolean; events: readonly HookEvent[] }> {
  const { scan, context } = repeat;
  const { id, verdict } = recorded;
  if (Buffer.compare(recorded.payload_hash, payloadHash(scan)) !== 0) {
    const error = { code: 'payload_mismatch' as const, message: 'Duplicate ID' };
    return { result: { id, status: 'rejected', error }, isLate: false, events: [] };
  }
  const isOwn = isOwnDevice(recorded, context.submitter);
  const late = await recordLateVerdict(trx, recorded, { ...repeat, isOwn });
  const change = late?.ticket_change ?? recorded.ticket_change;
  const conflict = await selectConflicts(trx, context.submitter.domainId).where('scan_id', '=', id).executeTakeFirst();
  const result: ScanResult = {
    id,
    status: 'repeated',
    verdict,
    ...(change === null ? {} : { change: Number(change) }),
    // The number of another device means nothing to this one.
    ...(isOwn ? receiptOf(recorded.receipt) : {}),
    ...(conflict ? { conflict: conflictView(conflict) } : {}),
  };
  return { result, isLate: isOwn && late !== undefined, events: late?.events ?? [] };
}

/** Numbers a late verdict, after everything that writes tickets. */
export async function numberLateVerdict(
  trx: Database,
  counter: ReceiptCounter,
  id: string,
): Promise<{ receipt?: number }> {
  const row = await trx
    .with('raised', raiseReceipt(counter, 1))
    .updateTable('scans')
    .set({ receipt: raisedReceipt() })
    .where('domain_id', '=', domainAtRun(counter.domainId))
    .where('id', '=', id)
    .returning('receipt')
    .executeTakeFirst();
  return receiptOf(row?.receipt);
}

/** Records what the device decided late. Resolves with what that changed. */
async function recordLateVerdict(
  trx: Database,
  recorded: RecordedRow,
  repeat: Repeat & { readonly isOwn: boolean },
): Promise<{ ticket_change: number | undefined; events: readonly HookEvent[] } | undefined> {
  const { scan, context, row, receivedAt, newId, isOwn } = repeat;
  const { domainId } = context.submitter;
  const received = { ...receivedScan(repeat), clerk: await nameOfClaimer(trx, recorded, repeat) };
  const { verdict, device_verdict: deviceVerdict, effect, undone, received_at } = recorded;
  const before = { verdict, deviceVerdict, effect, undone, receivedAt: received_at.getTime() };
  const judgement = judgeLateVerdict(received, before);
  if (judgement.kind === 'nothing-new' || (!isOwn && judgement.kind !== 'let-through')) return undefined;
  const events: HookEvent[] = [];
  const isErased = await isHolderErased(trx, { domainId, received_at });
  const told = eventScan(isErased && row ? { ...repeat, row: rowWithoutHolder(row) } : repeat, judgement.deviceVerdict);
  if (judgement.kind === 'let-through') {
    const { conflict } = judgement;
    const added = await addConflict(trx, { domainId, newId, at: receivedAt }, { scanId: scan.id, conflict });
    events.push(acceptedEvent(told, receivedAt), conflictEvent(told, added, receivedAt));
  }
  const state = await changedTicket(trx, judgement, { ticket: received.ticket, repeat });
  const ticket_change = row && state ? await saveUsage(trx, row, { state, at: receivedAt }) : undefined;
  if (judgement.kind === 'turned-away') {
    const change = ticket_change ?? null;
    // The repeat may name any clerk by its id, which is not part of a scan's identity.
    const by = { submitter: context.submitter, undoneBy: recorded.claimed_by };
    const undo = { id: newId(), at: new Date(receivedAt).toISOString() };
    await insertWithdrawal(trx, { id: undo.id, scan, ...by, receivedAt, change });
    await recordWithdrawal(trx, { scanId: scan.id, ...context, by: scan.claimed_by });
    events.push(undoneEvent({ ...told, verdict }, undo, receivedAt));
  }
  const applied = judgement.kind === 'let-through' ? judgement.effect : null;
  const { outcome, reason } = judgement.deviceVerdict;
  await trx
    .updateTable('scans')
    .set({
      device_verdict: JSON.stringify(storableVerdict(judgement.deviceVerdict, row, isErased)),
      clerk_decision: clerkDecisionOf(judgement.deviceVerdict),
      ...(judgement.kind !== 'too-late' && { outcome, reason }),
      // The code may have become a ticket's since.
      ...(applied && { effect: applied.kind, effect_at: new Date(applied.at), ticket_id: row?.id ?? null }),
      ...(ticket_change && { ticket_change }),
      ...(!isOwn && { marks: [...(recorded.marks ?? []), 'late_from_another_device'] }),
    })
    .where('domain_id', '=', domainAtRun(domainId))
    .where('id', '=', scan.id)
    .execute();
  return { ticket_change, events };
}

/** The name of the clerk who is recorded as the one who scanned. The repeat may name any other by its id. */
async function nameOfClaimer(trx: Database, { claimed_by }: RecordedRow, { context }: Repeat): Promise<string> {
  const { claimer, submitter } = context;
  if (claimer.id === claimed_by) return claimer.userName;
  const { user_name } = await trx
    .selectFrom('clerks')
    .select('user_name')
    .where('domain_id', '=', submitter.domainId)
    .where('id', '=', claimed_by)
    .executeTakeFirstOrThrow();
  return user_name;
}

/** Whether the domain has erased the holders of scans of that time. The scan is locked: an erasure waits, or is committed. */
async function isHolderErased(
  trx: Database,
  { domainId, received_at }: { domainId: string; received_at: Date },
): Promise<boolean> {
  const domain = await trx.selectFrom('domains').select('erased_until').where('id', '=', domainId).executeTakeFirst();
  return domain?.erased_until != null && received_at < domain.erased_until;
}

/** The ticket after a late verdict; `undefined`: it does not change. */
async function changedTicket(
  trx: Database,
  judgement: LateJudgement,
  { ticket, repeat: { scan, context, row } }: { ticket: TicketState | null; repeat: Repeat },
): Promise<TicketState | undefined> {
  if (!row || !ticket) return undefined;
  if (judgement.kind === 'let-through') return applyEffect(ticket, judgement.effect);
  if (judgement.kind !== 'turned-away' || judgement.withdraw === 'none') return undefined;
  const { withdraw } = judgement;
  const { domainId } = context.submitter;
  const remaining = await remainingEffects(trx, { domainId, ticketId: row.id, without: scan.id });
  return withdrawEffect(ticket, { scanId: scan.id, kind: withdraw }, remaining);
}
