import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Selectable } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import type { Secrets } from './secrets.ts';
import { makeSigningKey, openSigningKey, type SigningKey, toPublicJwk } from './signing-key.ts';

/** How far the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 60_000;
/** The shortest time between two readings of the table for an unknown key, in milliseconds. */
const UNKNOWN_EVERY_MS = 1_000;
const KID = /^[A-Za-z0-9_-]{43}$/;

/** The keys of this installation's access tokens, in the database, so that all processes share them. */
export interface SigningKeys {
  /** The pair that signs now. The first call in an installation makes it. */
  getSigner(): Promise<SigningKey>;
  /** The public key of this id; `null`: there is none that verifies. */
  findVerifier(kid: string): Promise<KeyObject | null>;
  /** The public keys for other services: the signing, the next, and those whose tokens have not ended. */
  listPublic(): Promise<JWK[]>;
}

interface KnownKey {
  readonly key: SigningKey;
  readonly row: Selectable<Tables['signing_keys']>;
}

/** Creates the keys. `tokenSeconds`: the longest lifetime of a token that this process signs. */
export function createSigningKeys({
  db,
  clock,
  secrets,
  tokenSeconds,
}: {
  db: Database;
  clock: Clock;
  secrets: Secrets;
  tokenSeconds: number;
}): SigningKeys {
  let known: ReadonlyMap<string, KnownKey> = new Map();
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function readTable(): Promise<void> {
    const rows = await db
      .selectFrom('signing_keys')
      .selectAll()
      .where('secret_id', '=', secrets.secretId)
      .where('state', '<>', 'revoked')
      .execute();
    const open = rows.map(async (row): Promise<[string, KnownKey]> => {
      const key = known.get(row.kid)?.key ?? (await openSigningKey(row, secrets.signingSealKey));
      return [row.kid, { key, row }];
    });
    known = new Map(await Promise.all(open));
    readAt = clock.now();
  }

  /** Callers at the same time share one reading. */
  function read(): Promise<void> {
    reading ??= readTable().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readSigner(): Promise<KnownKey | undefined> {
    await read();
    return [...known.values()].find(({ row }) => row.state === 'signing');
  }

  return {
    async getSigner() {
      let signer = await readSigner();
      if (!signer) {
        await addMissingKeys(db, { clock, secrets, tokenSeconds });
        signer = await readSigner();
      }
      if (!signer) throw new Error('No key signs access tokens');
      const { key, row } = signer;
      if (row.token_seconds < tokenSeconds) {
        await db
          .updateTable('signing_keys')
          .set(({ fn, val, ref }) => ({ token_seconds: fn('greatest', [ref('token_seconds'), val(tokenSeconds)]) }))
          .where('kid', '=', row.kid)
          .execute();
      }
      return key;
    },

    async findVerifier(kid) {
      if (!KID.test(kid)) return null;
      // Another process may have made it. Nobody who sends made-up ids makes this process read more often.
      if (!known.has(kid) && Math.abs(clock.now() - readAt) >= UNKNOWN_EVERY_MS) await read();
      return known.get(kid)?.key.publicKey ?? null;
    },

    async listPublic() {
      if (!(await readSigner())) await addMissingKeys(db, { clock, secrets, tokenSeconds });
      await read();
      const now = clock.now();
      const current = [...known.values()].filter(({ row }) => now < endOf(row));
      return Promise.all(current.map(({ key }) => toPublicJwk(key)));
    },
  };
}

/** When the last token that a key has signed ends, in epoch milliseconds; infinite for one that has not been replaced. */
export function endOf(row: { replaced_at: Date | null; token_seconds: number }): number {
  if (!row.replaced_at) return Number.POSITIVE_INFINITY;
  return row.replaced_at.getTime() + row.token_seconds * 1_000 + CLOCKS_DIFFER_MS;
}

/** Adds a key that signs and the next one, where this secret has none. */
export async function addMissingKeys(
  db: Database,
  { clock, secrets, tokenSeconds }: { clock: Clock; secrets: Secrets; tokenSeconds: number },
): Promise<void> {
  const created_at = new Date(clock.now());
  const make = async (state: 'signing' | 'next') => ({
    ...(await makeSigningKey(secrets.signingSealKey)),
    ...{ secret_id: secrets.secretId, state, created_at, replaced_at: null, token_seconds: tokenSeconds },
    signs_since: state === 'signing' ? created_at : null,
  });
  await db
    .insertInto('signing_keys')
    .values([await make('signing'), await make('next')])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
