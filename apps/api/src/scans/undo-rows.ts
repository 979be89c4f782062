import type { Right, Scan, ScanUndone, Undo } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import { rightsOf } from '../auth/rights-of.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { Delivery } from './found-scan.ts';
import type { Deliverer } from './is-own-device.ts';
import { raisedReceipt, raiseReceipt, receiptOf } from './raise-receipt.ts';

export interface FoundUndo extends Deliverer {
  readonly undone: ScanUndone;
  readonly change: string | number | null;
  readonly receipt: string | number | null;
}

/** The undo of a scan, with the ticket's change number and the device's receipt number. */
export async function findUndo(
  trx: Database,
  { domainId, scanId }: { domainId: string; scanId: string },
): Promise<FoundUndo | undefined> {
  const row = await trx
    .selectFrom('scan_undos as undo')
    .innerJoin('clerks as clerk', 'clerk.id', 'undo.undone_by')
    .innerJoin('clerks as submitter', 'submitter.id', 'undo.submitted_by')
    .select(['undo.id', 'undo.happened_at', 'undo.ticket_change', 'undo.receipt', 'clerk.login'])
    .select(['submitter.login as submittedBy', 'undo.offered_again as offeredAgain'])
    .select(['undo.received_from as deliveredBy', 'undo.received_key as deliveredWith'])
    .where('undo.domain_id', '=', domainId)
    .where('undo.scan_id', '=', scanId)
    .executeTakeFirst();
  if (!row) return undefined;
  const undone = scanUndone({ ...row, at: row.happened_at, by: row.login });
  const { deliveredBy, deliveredWith } = row;
  return { undone, change: row.ticket_change, receipt: row.receipt, deliveredBy, deliveredWith };
}

/** An undo on the wire. It names the clerk who delivered it only where that was another one. */
export function scanUndone({
  id,
  at,
  by,
  submittedBy,
  offeredAgain,
}: {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly submittedBy: string;
  readonly offeredAgain: boolean | null | undefined;
}): ScanUndone {
  return {
    ...{ id, at: at.toISOString(), by },
    ...(submittedBy === by ? {} : { submitted_by: submittedBy }),
    ...(offeredAgain ? { offered_again: true } : {}),
  };
}

export interface UndoToInsert {
  readonly scanId: string;
  readonly undo: Undo;
  readonly submitter: SignedInClerk;
  /** The id of the clerk who undoes. */
  readonly undoneBy: string;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The ticket's change number; `null`: no ticket changed. */
  readonly change: number | null;
}

/**
 * Inserts an undo with its receipt number, which it resolves with.
 * @throws ApiError `payload_mismatch` if another undo has the id
 */
export async function insertUndo(
  trx: Database,
  { scanId, undo, submitter, undoneBy, happenedAt, receivedAt, change }: UndoToInsert,
): Promise<{ receipt?: number }> {
  const { domainId, deviceId, deviceKey } = submitter;
  const inserted = await trx
    .with('raised', raiseReceipt({ domainId, deviceId }, 1))
    .insertInto('scan_undos')
    .values({
      domain_id: domainId,
      id: undo.id,
      scan_id: scanId,
      device_id: undo.device_id,
      claimed_at: new Date(undo.claimed_at),
      clock_offset_ms: undo.clock_offset_ms ?? null,
      happened_at: new Date(happenedAt),
      received_at: new Date(receivedAt),
      undone_by: undoneBy,
      submitted_by: submitter.id,
      received_from: deviceId,
      received_key: deviceKey,
      ticket_change: change,
      receipt: raisedReceipt(),
      offered_again: undo.offered_again || null,
    })
    .onConflict((other) => other.columns(['domain_id', 'id']).doNothing())
    .returning('receipt')
    .executeTakeFirst();
  if (!inserted) throw new ApiError('payload_mismatch', 'Another undo has this id');
  return receiptOf(inserted.receipt);
}

/**
 * Records that a device turned a visitor away whom the server had let in, as an undo by the clerk who scanned. It has no
 * receipt number: the late verdict that it belongs to has one.
 */
export async function insertWithdrawal(
  trx: Database,
  {
    id,
    scan,
    submitter,
    undoneBy,
    receivedAt,
    change,
  }: Omit<UndoToInsert, 'scanId' | 'undo' | 'happenedAt'> & { id: string; scan: Scan },
): Promise<void> {
  await trx
    .insertInto('scan_undos')
    .values({
      domain_id: submitter.domainId,
      id,
      scan_id: scan.id,
      device_id: scan.device_id,
      claimed_at: new Date(scan.claimed_at),
      clock_offset_ms: scan.clock_offset_ms ?? null,
      happened_at: new Date(receivedAt),
      received_at: new Date(receivedAt),
      undone_by: undoneBy,
      submitted_by: submitter.id,
      received_from: submitter.deviceId,
      received_key: submitter.deviceKey,
      ticket_change: change,
      receipt: null,
      offered_again: scan.offered_again || null,
    })
    .execute();
}

/** Records for the audit log that an entry or exit was taken back. `by`: the login name of the clerk who did it. */
export function recordWithdrawal(
  trx: Database,
  { scanId, submitter, address, requestId, by }: Delivery & { scanId: string; by: string },
): Promise<void> {
  return recordAudit(trx, {
    action: 'scan.withdrawn',
    domainId: submitter.domainId,
    actor: { kind: 'clerk', id: submitter.id, login: submitter.login },
    target: { kind: 'scan', id: scanId },
    detail: { by },
    address,
    requestId,
  });
}

/**
 * Finds the clerk who undoes, by the id first: the clerk may have another login name since.
 * @throws ApiError `not_found` for an unknown clerk
 */
export async function findUndoer(
  trx: Database,
  domainId: string,
  { claimed_by: login, claimed_by_id: id }: Undo,
): Promise<{ readonly id: string; readonly login: string; readonly rights: readonly Right[] }> {
  const clerks = await trx
    .selectFrom('clerks')
    .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
    .select(['clerks.id', 'clerks.login', 'workgroups.rights', 'workgroups.name_search'])
    .where('clerks.domain_id', '=', domainId)
    .where(({ eb, or }) =>
      or([eb('clerks.login', '=', login), ...(id === undefined ? [] : [eb('clerks.id', '=', id)])]),
    )
    .execute();
  const clerk = clerks.find((one) => one.id === id) ?? clerks[0];
  if (!clerk) throw new ApiError('not_found', 'Unknown clerk');
  return { id: clerk.id, login: clerk.login, rights: rightsOf(clerk) };
}
