import type { Scan, ScanResult } from '@scantix/api-contract';
import {
  applyEffect,
  type EffectKind,
  type ScanEffect,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { saveUsage, type TicketRow } from '../tickets/ticket-state.ts';
import { addConflict, conflictOf } from './conflicts.ts';
import { happenedAt } from './happened-at.ts';
import { admits, decisiveVerdict, effectOf as effectOfMode } from './judge-scan.ts';
import { payloadHash } from './payload-hash.ts';
import { standingEffects } from './ticket-effects.ts';

type Recorded = Pick<
  Selectable<Tables['scans']>,
  'id' | 'verdict' | 'device_verdict' | 'effect' | 'effect_at' | 'ticket_change' | 'payload_hash'
>;

/** Those of these scans that stand, by their ids, their rows locked: two repeats with a device's word take turns. */
export async function findRecorded(
  trx: Database,
  { domainId, ids }: { domainId: string; ids: readonly string[] },
): Promise<Map<string, Recorded>> {
  const rows = await trx
    .selectFrom('scans')
    .select(['id', 'verdict', 'device_verdict', 'effect', 'effect_at', 'ticket_change', 'payload_hash'])
    .where('domain_id', '=', domainId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface Repetition {
  readonly scan: Scan;
  readonly row: TicketRow | undefined;
  readonly ticket: TicketState | null;
  readonly domainId: string;
  readonly receivedAt: number;
  readonly effectOf: (kind: EffectKind, at: number) => ScanEffect;
  readonly newId: () => string;
}

/**
 * Answers a scan that stands already: with its first verdict.
 *
 * The device may have decided itself since it first sent the scan, when the server's answer did not arrive in time:
 * what the clerk was shown then is what happened at the gate. The first such word is kept beside the verdict, and the
 * effect follows it: whom the device let in is in (in conflict, where the server had refused), whom it turned away
 * has used nothing up.
 */
export async function repeatScan(trx: Database, recorded: Recorded, repetition: Repetition): Promise<ScanResult> {
  const { scan, domainId } = repetition;
  const { id, verdict } = recorded;
  if (Buffer.compare(recorded.payload_hash, payloadHash(scan)) !== 0) {
    return { id, status: 'rejected', error: { code: 'payload_mismatch', message: 'Another scan has this id' } };
  }
  const change = (await hearDevice(trx, recorded, repetition)) ?? recorded.ticket_change;
  const conflict = await conflictOf(trx, { domainId, scanId: id });
  return {
    id,
    status: 'repeated',
    verdict,
    ...(change === null ? {} : { change: Number(change) }),
    ...(conflict ? { conflict } : {}),
  };
}

/** Keeps the device's late word and gives the ticket's new change number, if it changed. */
async function hearDevice(
  trx: Database,
  recorded: Recorded,
  { scan, row, ticket, domainId, receivedAt, effectOf, newId }: Repetition,
): Promise<number | undefined> {
  const late = decisiveVerdict(scan);
  const known = recorded.device_verdict;
  if (!late || (known?.certainty === 'device' && known.outcome !== 'undecided')) return undefined;
  const at = happenedAt(scan, receivedAt);
  const admitted = admits(late) && scan.mode !== 'check';
  const save = (columns: { effect?: 'none' | EffectKind; effect_at?: Date | null; ticket_change?: number }) =>
    trx
      .updateTable('scans')
      .set({ device_verdict: JSON.stringify(late), ...columns })
      .where('domain_id', '=', domainId)
      .where('id', '=', scan.id)
      .execute();

  if (admitted && !admits(recorded.verdict)) {
    const kind = recorded.verdict.reason;
    await addConflict(trx, { id: newId(), domainId, scanId: scan.id, kind, ticket, at: receivedAt });
    if (row && ticket && scan.mode !== 'check') {
      const effect = effectOfMode(scan.mode);
      const state = applyEffect(ticket, effectOf(effect, at));
      const ticket_change = await saveUsage(trx, row, { state, at: receivedAt });
      await save({ effect, effect_at: new Date(at), ticket_change });
      return ticket_change;
    }
  } else if (!admitted && recorded.effect !== 'none' && row && ticket) {
    const { effect } = recorded;
    if (!(await isUndone(trx, { domainId, scanId: scan.id }))) {
      const standing = await standingEffects(trx, { domainId, ticketId: row.id, without: scan.id });
      const state = withdrawEffect(ticket, { kind: effect }, standing);
      const ticket_change = await saveUsage(trx, row, { state, at: receivedAt });
      await save({ effect: 'none', effect_at: null, ticket_change });
      return ticket_change;
    }
  }
  await save({});
  return undefined;
}

async function isUndone(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }): Promise<boolean> {
  const undo = await trx
    .selectFrom('scan_undos')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('scan_id', '=', scanId)
    .executeTakeFirst();
  return undo !== undefined;
}
