import type { Tokens } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import type { AccessTokens } from './access-tokens.ts';
import { createClerkTurns } from './clerk-turns.ts';
import { createSessionSearch } from './find-session.ts';
import { openWipeOrder } from './open-wipe-order.ts';
import { type RefreshCall, type Rotation, rotate } from './refresh-session.ts';
import { firstRefreshToken, refreshToken } from './refresh-tokens.ts';
import { formatHandle, readHandle } from './revocations.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { rightsOf } from './rights-of.ts';
import type { Secrets } from './secrets.ts';

/** Lifetimes of tokens and sessions, in seconds. */
export interface SessionLifetimes {
  /** @default 3600 (1 h) */
  readonly accessTokenS: number;
  /** From sign-in to the end, with or without refreshes. @default 43200 (12 h) */
  readonly sessionS: number;
  /** The same with *Remember me*. @default 2592000 (30 days) */
  readonly rememberedSessionS: number;
}

export const DEFAULT_LIFETIMES: SessionLifetimes = {
  accessTokenS: 3_600,
  sessionS: 12 * 3_600,
  rememberedSessionS: 30 * 24 * 3_600,
};

export type SessionRefusal = 'unauthenticated' | 'session_revoked';

/** Who makes a call. `wipeOrder`: the id of the order to wipe its device, also where the session has been ended. */
export type Identity = (
  | { readonly ok: true; readonly clerk: SignedInClerk }
  | { readonly ok: false; readonly refusal: SessionRefusal }
) & { readonly wipeOrder?: string };

/** Who opens a session, where and for how long. */
interface OpenedBy {
  readonly id: string;
  readonly domainId: string;
  readonly login: string;
  /** The hash that the clerk's password was checked against. */
  readonly passwordHash: string;
  readonly deviceId: string;
  readonly rememberMe: boolean;
  readonly address: string;
}

export interface Sessions {
  /** @throws ApiError `unauthenticated`: the password was replaced, or the clerk disabled, since it was checked */
  open(opened: OpenedBy): Promise<{ tokens: Tokens; revocation: string }>;
  /**
   * Exchanges a refresh token for its child, as `rotate` says, in a transaction.
   * @throws ApiError `rate_limited`: too many calls with the same token wait
   */
  refresh(
    call: Pick<RefreshCall, 'proof' | 'readCookie' | 'address'> & { readonly token: string },
  ): Promise<
    | { ok: true; tokens: Tokens; hasDeviceKey: boolean }
    | { ok: false; refusal: Exclude<Rotation['kind'], 'rotated'>; wipeOrder?: string }
  >;
  /**
   * Reads the clerk of an access token from the database.
   * @param options `at`: when the token must not be expired, in epoch milliseconds; @default now
   */
  identify(accessToken: string, options?: { readonly at?: number }): Promise<Identity>;
  close(sessionId: string): Promise<void>;
  /** Closes the sessions whose handles these are. Others change nothing. */
  closeBy(handles: readonly string[]): Promise<void>;
}

export interface SessionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly accessTokens: AccessTokens;
  readonly lifetimes?: SessionLifetimes;
}

interface OpenSession {
  readonly id: string;
  readonly clerkId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export function createSessions({
  db,
  clock,
  random,
  newId,
  secrets,
  accessTokens,
  lifetimes = DEFAULT_LIFETIMES,
}: SessionsOptions): Sessions {
  const findSession = createSessionSearch(db);
  /** Of one token: at once, each refresh would keep a connection while it waits for the row of the session. */
  const refreshTurns = createClerkTurns({ atOnce: 1, waiting: 100 });
  async function tokensOf(session: OpenSession, refresh: string, now = clock.now()): Promise<Tokens> {
    const remainingS = Math.max(1, Math.floor((session.expiresAt - now) / 1000));
    const lifetimeS = Math.min(lifetimes.accessTokenS, remainingS);
    return {
      access_token: await accessTokens.issue({ clerkId: session.clerkId, sessionId: session.id, lifetimeS }),
      refresh_token: refresh,
      expires_in: lifetimeS,
      refresh_expires_in: remainingS,
    };
  }

  return {
    async open({ id: clerkId, domainId, login, passwordHash, deviceId, rememberMe, address }) {
      const now = clock.now();
      const id = newId();
      const token = firstRefreshToken(random, secrets);
      const expiresAt = now + 1000 * (rememberMe ? lifetimes.rememberedSessionS : lifetimes.sessionS);
      await db.transaction().execute(async (trx) => {
        // Locked: who replaces the password waits, and then ends this session too.
        const clerk = await trx
          .selectFrom('clerks')
          .select('id')
          .where('id', '=', clerkId)
          .where('password_hash', '=', passwordHash)
          .where('disabled_at', 'is', null)
          .forShare()
          .executeTakeFirst();
        if (!clerk) throw new ApiError('unauthenticated', 'Invalid credentials');
        await trx
          .insertInto('sessions')
          .values({
            id,
            domain_id: domainId,
            clerk_id: clerkId,
            device_id: deviceId,
            remember_me: rememberMe,
            generation: 0,
            created_at: new Date(now),
            expires_at: new Date(expiresAt),
            revoked_at: null,
            revoked_because: null,
          })
          .execute();
        await trx
          .insertInto('refresh_tokens')
          .values({ hash: token.hash, session_id: id, generation: 0, issued_at: new Date(now) })
          .execute();
        await recordAudit(trx, {
          action: 'sign_in.succeeded',
          domainId,
          actor: { kind: 'clerk', id: clerkId, login },
          target: { kind: 'session', id },
          detail: { device_id: deviceId, remember_me: rememberMe },
          address,
        });
      });
      const tokens = await tokensOf({ id, clerkId, expiresAt }, token.text, now);
      return { tokens, revocation: formatHandle(id, secrets) };
    },

    async refresh({ token, ...call }) {
      const presented = refreshToken(token, secrets);
      const rotation = await refreshTurns.run(token, () =>
        db.transaction().execute((trx) => rotate(trx, secrets, { ...call, presented, now: clock.now() })),
      );
      if (rotation.kind !== 'rotated') {
        const { kind, ...order } = rotation;
        return { ok: false, refusal: kind, ...order };
      }
      // Signing may read keys: within the transaction the embedded database, with its one connection, would wait for itself.
      const { id, clerk_id: clerkId, expires_at, device_key } = rotation.session;
      const tokens = await tokensOf({ id, clerkId, expiresAt: expires_at.getTime() }, rotation.child.text);
      return { ok: true, tokens, hasDeviceKey: device_key !== null };
    },

    async identify(accessToken, { at } = {}) {
      const claims = await accessTokens.verify(accessToken, at);
      if (!claims) return { ok: false, refusal: 'unauthenticated' };
      const row = await findSession(claims);
      if (!row || row.expires_at.getTime() <= clock.now()) return { ok: false, refusal: 'unauthenticated' };
      const order = openWipeOrder(row, row.device_key);
      if (row.revoked_at || row.disabled_at) return { ok: false, refusal: 'session_revoked', ...order };
      return {
        ok: true,
        ...order,
        clerk: {
          id: claims.clerkId,
          sessionId: claims.sessionId,
          deviceId: row.device_id,
          deviceSeenAt: row.seen_at?.getTime() ?? null,
          deviceCheckpointId: row.device_checkpoint_id,
          deviceKey: row.device_key,
          epoch: row.epoch,
          receipt: Number(row.last_receipt ?? 0),
          login: row.login,
          userName: row.user_name,
          domainId: row.domain_id,
          domain: row.domain,
          ticketing: row.ticketing,
          workgroupId: row.workgroup_id,
          workgroup: row.workgroup,
          scansAt: row.scans_at,
          rights: rightsOf(row),
          hasWebhooks: row.has_webhooks === true,
        },
      };
    },

    async close(sessionId) {
      await revokeSessions(db, { sessionId }, { because: 'logout', at: new Date(clock.now()) });
    },

    async closeBy(handles) {
      const at = new Date(clock.now());
      for (const sessionId of handles.flatMap((handle) => readHandle(handle, secrets) ?? [])) {
        await revokeSessions(db, { sessionId }, { because: 'logout', at });
      }
    },
  };
}
