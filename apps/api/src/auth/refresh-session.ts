import { refresh as endpoint, PROOF_TOLERANCE_MS } from '@scantix/api-contract';
import type { AuditAction } from '@scantix/api-contract/admin';
import type { Selectable } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database, Tables } from '../database/tables.ts';
import { parseKey } from './device-keys.ts';
import { checkProof } from './device-proof.ts';
import { findWipeOrder } from './open-wipe-order.ts';
import { childOf, type RefreshToken } from './refresh-tokens.ts';
import { revokeSessions } from './revoke-sessions.ts';
import type { Secrets } from './secrets.ts';

/** A refresh as its caller presents it. */
export interface RefreshCall {
  readonly presented: RefreshToken;
  /** The proof of the device's key; `undefined`: none. */
  readonly proof: string | undefined;
  /** The id in the device cookie for a login on a device; `null`: there is none. */
  readonly readCookie: (login: { readonly loginKey: string; readonly deviceId: string }) => string | null;
  /** The network address of the caller. */
  readonly address: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Session = Selectable<Tables['sessions']>;

/** How a refresh ends. `session_revoked` and `unauthenticated` end the session on its device. */
export type Rotation =
  | { readonly kind: 'rotated'; readonly session: Session; readonly child: RefreshToken }
  | { readonly kind: 'unauthenticated' }
  /** The device may be a lost one. */
  | { readonly kind: 'session_revoked'; readonly wipeOrder?: string }
  /** The call needs a proof, or one of now that was not used. The session goes on. */
  | { readonly kind: 'proof-needed' };

/**
 * Exchanges a refresh token for its child, in a transaction. A session with a device key needs its proof. The parent of
 * the newest token gets the same child again, without a limit of time but from the same device only; an older token
 * revokes the session.
 */
export async function rotate(trx: Database, secrets: Secrets, call: RefreshCall): Promise<Rotation> {
  const { presented, now } = call;
  const known = await trx
    .selectFrom('refresh_tokens')
    .select(['session_id', 'generation'])
    .where('hash', '=', presented.hash)
    .executeTakeFirst();
  if (!known) return { kind: 'unauthenticated' };
  const session = await lockSession(trx, known.session_id);
  if (!session || session.expires_at.getTime() - now < 1000) return { kind: 'unauthenticated' };
  const clerk = await findClerk(trx, session);
  if (session.revoked_at || clerk.disabled_at)
    return { kind: 'session_revoked', ...(await findWipeOrder(trx, session)) };
  if (known.generation < session.generation - 1) {
    await revokeSessions(trx, { sessionId: session.id }, { because: 'refresh_token_replayed', at: new Date(now) });
    await record(trx, session, { ...call, action: 'session.token_reused' });
    return { kind: 'session_revoked' };
  }
  const isParent = known.generation < session.generation;
  const cookie = call.readCookie({ loginKey: clerk.login_key, deviceId: session.device_id });
  const device = await checkDevice(trx, session, { ...call, cookie, isParent });
  if (device === 'other' || device === 'unproven') {
    await recordRefusal(trx, session, { ...call, isParent });
  }
  if (device === 'other') return { kind: 'unauthenticated' };
  if (device !== 'same') return { kind: 'proof-needed' };
  const child = childOf(presented, secrets);
  if (!isParent) await addChild(trx, session, { child, cookie, now });
  return { kind: 'rotated', session, child };
}

/** One refusal of a session goes into the audit log every so many milliseconds: whoever has its token may repeat it. */
const RECORDED_EVERY_MS = 60_000;

async function recordRefusal(
  trx: Database,
  session: Session,
  call: { address: string; isParent: boolean; now: number },
): Promise<void> {
  const { id, refusal_recorded_at: last, refusals_not_recorded: notRecorded } = session;
  const isDue = last === null || Math.abs(call.now - last.getTime()) >= RECORDED_EVERY_MS;
  await trx
    .updateTable('sessions')
    .set(
      isDue
        ? { refusal_recorded_at: new Date(call.now), refusals_not_recorded: 0 }
        : { refusals_not_recorded: (notRecorded ?? 0) + 1 },
    )
    .where('id', '=', id)
    .execute();
  if (isDue) await record(trx, session, { ...call, action: 'session.refresh_refused' });
}

/** Records what somebody else than the session's device may have done. */
function record(
  trx: Database,
  { id, domain_id, device_id, device_key, refusals_not_recorded: notRecorded }: Session,
  { action, address, isParent }: { action: AuditAction; address: string; isParent?: boolean },
): Promise<void> {
  return recordAudit(trx, {
    action,
    domainId: domain_id,
    actor: { kind: 'nobody' },
    target: { kind: 'session', id },
    detail: {
      device_id,
      has_key: device_key !== null,
      ...(isParent === undefined ? {} : { replaced_token: isParent }),
      ...(notRecorded ? { not_recorded: notRecorded } : {}),
    },
    address,
  });
}

/** The session's row is the lock of concurrent refreshes. */
function lockSession(trx: Database, id: string): Promise<Session | undefined> {
  return trx.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function findClerk(trx: Database, { clerk_id }: Session) {
  return trx
    .selectFrom('clerks')
    .select(['disabled_at', 'login_key'])
    .where('id', '=', clerk_id)
    .executeTakeFirstOrThrow();
}

/** `stale`: the device's, but used before or not of now. `unproven`: the session has a key, and there is no proof. */
type DeviceCheck = 'same' | 'stale' | 'unproven' | 'other';

/** Whether the session's own device asks. Without a key that is asked of parents alone, by the cookie. */
async function checkDevice(
  trx: Database,
  session: Session,
  {
    presented,
    proof,
    cookie,
    now,
    isParent,
  }: RefreshCall & { readonly cookie: string | null; readonly isParent: boolean },
): Promise<DeviceCheck> {
  if (session.device_key === null) {
    return isParent && !(await hasAsked(trx, session, cookie)) ? 'other' : 'same';
  }
  if (proof === undefined) return 'unproven';
  const { public_key } = await trx
    .selectFrom('device_keys')
    .select('public_key')
    .where('domain_id', '=', session.domain_id)
    .where('id', '=', session.device_key)
    .executeTakeFirstOrThrow();
  const of = { key: parseKey(public_key), path: endpoint.path, token: presented.text, now };
  const check = await checkProof(proof, of);
  if (check.kind !== 'valid') return check.kind === 'stale' ? 'stale' : 'other';
  return (await useUp(trx, { sessionId: session.id, id: check.id, now })) ? 'same' : 'stale';
}

/** Whether the newest token was issued to the device with this cookie, or to one without a cookie. */
async function hasAsked(trx: Database, { id, generation }: Session, cookie: string | null): Promise<boolean> {
  const { asked_by } = await trx
    .selectFrom('refresh_tokens')
    .select('asked_by')
    .where('session_id', '=', id)
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow();
  return asked_by === null || asked_by === cookie;
}

/** Records a proof as used; false: it was. */
async function useUp(
  trx: Database,
  { sessionId, id, now }: { sessionId: string; id: string; now: number },
): Promise<boolean> {
  // A proof may be of a time ahead by the tolerance, and is then accepted for twice as long.
  const over = new Date(now - 2 * PROOF_TOLERANCE_MS);
  await trx.deleteFrom('used_proofs').where('session_id', '=', sessionId).where('used_at', '<', over).execute();
  const inserted = await trx
    .insertInto('used_proofs')
    .values({ session_id: sessionId, id, used_at: new Date(now) })
    .onConflict((same) => same.columns(['session_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function addChild(
  trx: Database,
  session: Session,
  { child, cookie, now }: { child: RefreshToken; cookie: string | null; now: number },
): Promise<void> {
  const generation = session.generation + 1;
  await trx
    .insertInto('refresh_tokens')
    .values({ hash: child.hash, session_id: session.id, generation, issued_at: new Date(now), asked_by: cookie })
    .execute();
  await trx.updateTable('sessions').set({ generation }).where('id', '=', session.id).execute();
}
