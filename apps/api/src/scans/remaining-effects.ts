import type { EffectKind, ScanEffect } from '@scantix/api-contract/rules';
import type { NotNull } from 'kysely';
import { domainAtRun } from '../database/domain-at-run.ts';
import type { Database } from '../database/tables.ts';

/** The effects of a ticket without those of one scan: every scan with an effect that was not undone, by time. */
export async function remainingEffects(
  db: Database,
  { domainId, ticketId, without }: { domainId: string; ticketId: string; without: string },
): Promise<ScanEffect[]> {
  const rows = await db
    .selectFrom('scans as scan')
    .innerJoin('clerks as clerk', 'clerk.id', 'scan.claimed_by')
    .innerJoin('checkpoints as checkpoint', 'checkpoint.id', 'scan.checkpoint_id')
    .leftJoin('scan_undos as undo', (join) =>
      join.onRef('undo.domain_id', '=', 'scan.domain_id').onRef('undo.scan_id', '=', 'scan.id'),
    )
    .select([
      'scan.id',
      'scan.effect',
      'scan.effect_at',
      'scan.device_id',
      'scan.checkpoint_id',
      'clerk.user_name',
      'checkpoint.name',
    ])
    .where('scan.domain_id', '=', domainAtRun(domainId))
    .where('scan.ticket_id', '=', ticketId)
    .where('scan.effect', '<>', 'none')
    .where('scan.id', '<>', without)
    .where('undo.id', 'is', null)
    .orderBy('scan.effect_at')
    .orderBy('scan.id')
    // The database has a time with every effect.
    .$narrowType<{ effect: EffectKind; effect_at: NotNull }>()
    .execute();
  return rows.map(({ id, effect, effect_at, device_id, checkpoint_id, user_name, name }) => ({
    scanId: id,
    kind: effect,
    at: effect_at.getTime(),
    deviceId: device_id,
    checkpointId: checkpoint_id,
    clerk: user_name,
    checkpoint: name,
  }));
}
