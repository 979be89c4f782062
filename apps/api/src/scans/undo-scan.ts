import { type Undo, type UndoResult, undoScan } from '@scantix/api-contract';
import { type EffectKind, judgeUndo, withdrawEffect } from '@scantix/api-contract/rules';
import type { Hono, MiddlewareHandler } from 'hono';
import type { SignedInClerk } from '../auth/signed-in-clerk.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { saveUsage, type TicketRow, ticketState } from '../tickets/ticket-state.ts';
import { remainingEffects } from './remaining-effects.ts';

/** POST /scantix/v0/scanner/scans/{id}/undo. */
export function mountUndo(
  app: Hono<AppEnv>,
  { db, clock, requireSession }: { db: Database; clock: Clock; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, undoScan, { requireSession }, ({ clerk, params, body }) =>
    undo({ db, clock }, { scanId: params.id, undo: body, submitter: clerk }),
  );
}

/**
 * Takes an entry or exit back, in one transaction under the locks of ticket and scan, as a row of its own. The scan and
 * its verdict stay as they are. Where no ticket stood behind it (a domain that collects, a code that only the device
 * knew) there is none to change.
 */
function undo(
  { db, clock }: { db: Database; clock: Clock },
  { scanId, undo, submitter }: { scanId: string; undo: Undo; submitter: SignedInClerk },
): Promise<UndoResult> {
  const { domainId } = submitter;
  return db.transaction().execute(async (trx) => {
    const ticket = await trx
      .selectFrom('tickets')
      .selectAll()
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('scans').select('ticket_id').where('domain_id', '=', domainId).where('id', '=', scanId),
      )
      .forUpdate()
      .executeTakeFirst();
    const receivedAt = clock.now();
    const scan = await trx
      .selectFrom('scans')
      .select(['effect', 'happened_at', 'verdict', 'ticket_id'])
      .where('domain_id', '=', domainId)
      .where('id', '=', scanId)
      .forUpdate()
      .executeTakeFirst();
    if (!scan) throw new ApiError('not_found', 'Unknown scan');

    const before = await findUndo(trx, { domainId, scanId });
    const { effect, verdict, ticket_id, happened_at } = scan;
    const judgement = judgeUndo(
      undo,
      {
        ...{ verdict, effect, hasTicket: ticket_id !== null, happenedAt: happened_at.getTime() },
        undoneBy: before?.view.id ?? null,
      },
      { receivedAt },
    );
    const answer = { id: undo.id, scan_id: scanId };
    const undoneBefore = before ? { undone: before.view } : {};
    if (judgement.kind === 'refused') {
      return { ...answer, status: 'refused', refusal: judgement.refusal, ...undoneBefore };
    }
    if (judgement.kind === 'repeated') {
      const change = before?.change ?? null;
      return { ...answer, status: 'repeated', ...undoneBefore, ...(change === null ? {} : { change: Number(change) }) };
    }
    const happened = judgement.happenedAt;
    const undoer = await findClerk(trx, { domainId, login: undo.claimed_by });

    const change = ticket && judgement.withdraw !== 'none' ? await withdraw(trx, ticket, judgement.withdraw) : null;
    const inserted = await trx
      .insertInto('scan_undos')
      .values({
        domain_id: domainId,
        id: undo.id,
        scan_id: scanId,
        device_id: undo.device_id,
        claimed_at: new Date(undo.claimed_at),
        clock_offset_ms: undo.clock_offset_ms ?? null,
        happened_at: new Date(happened),
        received_at: new Date(receivedAt),
        undone_by: undoer,
        submitted_by: submitter.id,
        ticket_change: change,
      })
      .onConflict((other) => other.columns(['domain_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new ApiError('payload_mismatch', 'Another undo has this id');
    const undone = { id: undo.id, at: new Date(happened).toISOString(), by: undo.claimed_by };
    return { ...answer, status: 'recorded', undone, ...(change === null ? {} : { change }) };

    async function withdraw(trx: Database, ticket: TicketRow, kind: EffectKind): Promise<number> {
      const left = await remainingEffects(trx, { domainId, ticketId: ticket.id, without: scanId });
      const before = ticketState(ticket, await loadCheckpoints(trx, domainId));
      return saveUsage(trx, ticket, { state: withdrawEffect(before, { kind }, left), at: receivedAt });
    }
  });
}

async function findUndo(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }) {
  const row = await trx
    .selectFrom('scan_undos as undo')
    .innerJoin('clerks as clerk', 'clerk.id', 'undo.undone_by')
    .select(['undo.id', 'undo.happened_at', 'undo.ticket_change', 'clerk.login'])
    .where('undo.domain_id', '=', domainId)
    .where('undo.scan_id', '=', scanId)
    .executeTakeFirst();
  if (!row) return undefined;
  return { view: { id: row.id, at: row.happened_at.toISOString(), by: row.login }, change: row.ticket_change };
}

async function findClerk(trx: Database, { domainId, login }: { domainId: string; login: string }): Promise<string> {
  const clerk = await trx
    .selectFrom('clerks')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('login', '=', login)
    .executeTakeFirst();
  if (!clerk) throw new ApiError('not_found', 'Unknown clerk');
  return clerk.id;
}
