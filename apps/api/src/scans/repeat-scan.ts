import type { ScanResult } from '@scantix/api-contract';
import {
  applyEffect,
  type EffectKind,
  judgeLateVerdict,
  type LateJudgement,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import type { Database } from '../database/tables.ts';
import { saveUsage } from '../ticket-rows/save-usage.ts';
import { addConflict } from './add-conflict.ts';
import { selectConflicts } from './conflict-record.ts';
import { conflictView } from './conflict-view.ts';
import type { RecordedRow } from './find-recorded.ts';
import { type FoundScan, receivedScan } from './found-scan.ts';
import { payloadHash } from './payload-hash.ts';
import { type ReceiptCounter, raisedReceipt, raiseReceipt, receiptOf } from './raise-receipt.ts';
import { remainingEffects } from './remaining-effects.ts';

interface Repeat extends FoundScan {
  readonly newId: () => string;
}

/**
 * Answers a scan that is recorded: with its first verdict, after a late verdict of the device has had its effect.
 * `isLate`: the late verdict is recorded and needs a receipt number.
 */
export async function repeatScan(
  trx: Database,
  recorded: RecordedRow,
  repeat: Repeat,
): Promise<{ result: ScanResult; isLate: boolean }> {
  const { scan, context } = repeat;
  const { id, verdict } = recorded;
  if (Buffer.compare(recorded.payload_hash, payloadHash(scan)) !== 0) {
    const error = { code: 'payload_mismatch' as const, message: 'Another scan has this id' };
    return { result: { id, status: 'rejected', error }, isLate: false };
  }
  const late = await recordLateVerdict(trx, recorded, repeat);
  const change = late?.ticket_change ?? recorded.ticket_change;
  const conflict = await selectConflicts(trx, context.submitter.domainId).where('scan_id', '=', id).executeTakeFirst();
  // The number of another device means nothing to this one.
  const isOwn = recorded.device_id === context.submitter.deviceId;
  const result: ScanResult = {
    id,
    status: 'repeated',
    verdict,
    ...(change === null ? {} : { change: Number(change) }),
    ...(isOwn ? receiptOf(recorded.receipt) : {}),
    ...(conflict ? { conflict: conflictView(conflict) } : {}),
  };
  return { result, isLate: late !== undefined };
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
    .where('domain_id', '=', counter.domainId)
    .where('id', '=', id)
    .returning('receipt')
    .executeTakeFirst();
  return receiptOf(row?.receipt);
}

/** Records what the device decided late. Resolves with the ticket's new change number, if the ticket changed. */
async function recordLateVerdict(
  trx: Database,
  recorded: RecordedRow,
  repeat: Repeat,
): Promise<{ ticket_change?: number } | undefined> {
  const { scan, context, row, receivedAt, newId } = repeat;
  const { domainId } = context.submitter;
  const received = receivedScan(repeat);
  const { verdict, device_verdict: deviceVerdict, effect, undone } = recorded;
  const judgement = judgeLateVerdict(received, { verdict, deviceVerdict, effect, undone });
  if (judgement.kind === 'nothing-new') return undefined;
  if (judgement.kind === 'let-through') {
    const { conflict } = judgement;
    await addConflict(trx, { id: newId(), domainId, scanId: scan.id, conflict, at: receivedAt });
  }
  const changed = await changeTicket(trx, judgement, { ticket: received.ticket, repeat });
  const ticket_change =
    row && changed ? await saveUsage(trx, row, { state: changed.state, at: receivedAt }) : undefined;
  await trx
    .updateTable('scans')
    .set({
      device_verdict: JSON.stringify(judgement.deviceVerdict),
      ...changed?.columns,
      ...(ticket_change && { ticket_change }),
    })
    .where('domain_id', '=', domainId)
    .where('id', '=', scan.id)
    .execute();
  return ticket_change === undefined ? {} : { ticket_change };
}

interface ChangedTicket {
  readonly state: TicketState;
  /** What the scan's row says of its effect. */
  readonly columns: { effect: 'none' | EffectKind; effect_at: Date | null };
}

async function changeTicket(
  trx: Database,
  judgement: LateJudgement,
  { ticket, repeat: { scan, context, row } }: { ticket: TicketState | null; repeat: Repeat },
): Promise<ChangedTicket | undefined> {
  if (!row || !ticket) return undefined;
  if (judgement.kind === 'let-through' && judgement.effect) {
    const { kind, at } = judgement.effect;
    const columns = { effect: kind, effect_at: new Date(at) };
    return { state: applyEffect(ticket, judgement.effect), columns };
  }
  if (judgement.kind === 'turned-away') {
    const remaining = await remainingEffects(trx, {
      domainId: context.submitter.domainId,
      ticketId: row.id,
      without: scan.id,
    });
    const state = withdrawEffect(ticket, { kind: judgement.withdraw }, remaining);
    return { state, columns: { effect: 'none', effect_at: null } };
  }
  return undefined;
}
