import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database, Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import type { Secrets } from './secrets.ts';
import { addMissingKeys, endOf } from './signing-keys.ts';

/** How long others may keep the published keys, in seconds. */
export const PUBLISHED_FOR_S = 300;

/** What an operator needs to change the keys. */
export interface KeyParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The longest lifetime of an access token of this process, in seconds. */
  readonly tokenSeconds: number;
}

/** Who does it, for the audit log. */
type By = Pick<AuditEvent, 'actor' | 'address'>;

const SYSTEM: By = { actor: { kind: 'system' } };

/** One key as operators see it. */
export interface KeyView {
  readonly kid: string;
  /** `unreadable`: made under another `AUTH_SECRET`; it verifies nothing. */
  readonly state: 'next' | 'signing' | 'verifying' | 'revoked' | 'unreadable';
  readonly createdAt: Date;
  readonly signsSince: Date | null;
  readonly replacedAt: Date | null;
  /** When the last token that it has signed ends; `null`: it signs, or will. */
  readonly endsAt: Date | null;
}

/** Lists all keys, the newest first. */
export async function listKeys({ db, secrets }: KeyParts): Promise<KeyView[]> {
  const rows = await db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();
  return rows.map((row) => ({
    kid: row.kid,
    state: isOf(secrets, row) ? row.state : 'unreadable',
    createdAt: row.created_at,
    signsSince: row.signs_since,
    replacedAt: row.replaced_at,
    endsAt: row.replaced_at && new Date(endOf(row)),
  }));
}

/** How a rotation ended. `too_soon`: other services may not know the next key yet. */
export type Rotation = { ok: true; kid: string } | { ok: false; refusal: 'too_soon'; retryAfterMs: number };

/**
 * Lets the next key sign. The one before verifies until its last token has ended. Twice as long as others may keep the
 * published keys has to pass from one rotation to the next, unless `atOnce`.
 */
export function rotateKeys(
  parts: KeyParts,
  { atOnce = false, by = SYSTEM }: { atOnce?: boolean; by?: By } = {},
): Promise<Rotation> {
  return change(parts, async (trx) => {
    const keys = await readOwn(trx, parts);
    const next = keys.find(({ state }) => state === 'next');
    if (!next) throw new Error('There is no next key');
    const retryAfterMs = next.created_at.getTime() + 2_000 * PUBLISHED_FOR_S - parts.clock.now();
    if (retryAfterMs > 0 && !atOnce) return { ok: false, refusal: 'too_soon', retryAfterMs };
    await replaceSigner(trx, parts, 'verifying');
    const target = { kind: 'key', id: next.kid } as const;
    await recordAudit(trx, { action: 'key.rotated', domainId: null, ...by, target, detail: { at_once: atOnce } });
    return { ok: true, kid: next.kid };
  });
}

/**
 * Makes a key verify nothing from now on, such as one that became known: the tokens that it has signed are refused, and
 * devices refresh. If it signs, the next one takes over.
 *
 * @returns false: there is no such key
 */
export function retireKey(parts: KeyParts, kid: string, by = SYSTEM): Promise<boolean> {
  return change(parts, async (trx) => {
    const row = await trx.selectFrom('signing_keys').selectAll().where('kid', '=', kid).executeTakeFirst();
    if (!row) return false;
    const target = { kind: 'key', id: kid } as const;
    await recordAudit(trx, { action: 'key.retired', domainId: null, ...by, target, detail: { was: row.state } });
    if (row.state === 'signing' && isOf(parts.secrets, row)) {
      await replaceSigner(trx, parts, 'revoked');
      return true;
    }
    const replaced_at = row.replaced_at ?? new Date(parts.clock.now());
    await trx.updateTable('signing_keys').set({ state: 'revoked', replaced_at }).where('kid', '=', kid).execute();
    await addMissingKeys(trx, parts);
    return true;
  });
}

/** Changes the keys alone: further changes, and processes that add missing keys, wait. */
function change<Result>(parts: KeyParts, work: (trx: Database) => Promise<Result>): Promise<Result> {
  return parts.db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(trx);
    await addMissingKeys(trx, parts);
    return work(trx);
  });
}

async function replaceSigner(trx: Database, parts: KeyParts, state: 'verifying' | 'revoked'): Promise<void> {
  const now = new Date(parts.clock.now());
  const own = trx.updateTable('signing_keys').where('secret_id', '=', parts.secrets.secretId);
  await own.set({ state, replaced_at: now }).where('state', '=', 'signing').execute();
  await own.set({ state: 'signing', signs_since: now }).where('state', '=', 'next').execute();
  await addMissingKeys(trx, parts);
}

function readOwn(trx: Database, { secrets }: KeyParts) {
  return trx.selectFrom('signing_keys').selectAll().where('secret_id', '=', secrets.secretId).execute();
}

function isOf({ secretId }: Secrets, { secret_id }: Selectable<Tables['signing_keys']>): boolean {
  return Buffer.from(secretId).equals(secret_id);
}
