import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

/** A leaky bucket of attempts. */
export interface Bucket {
  /** The most attempts at once. */
  readonly burst: number;
  /** Milliseconds until one attempt has drained. */
  readonly drainMs: number;
}

export interface LoginLimitRules {
  /** The limit of a login name, over all addresses. */
  readonly account: Bucket;
  /** The limit of a network address. A venue shares one, so it is high. */
  readonly address: Bucket;
}

export const DEFAULT_LOGIN_LIMITS: LoginLimitRules = {
  account: { burst: 10, drainMs: 30_000 },
  address: { burst: 300, drainMs: 1_000 },
};

/** Counts failed sign-ins by account and by address, in the database, so that all processes share the counts. */
export interface LoginLimits {
  /** Counts the attempt *before* the password is checked, so that parallel guesses count too. */
  take(attempt: LoginAttempt): Promise<{ granted: true } | { granted: false; retryAfterMs: number }>;
  /** Uncounts an attempt that succeeded, or whose password was not checked. */
  giveBack(attempt: LoginAttempt): Promise<void>;
}

export interface LoginAttempt {
  readonly loginKey: string;
  readonly address: string;
}

export function createLoginLimits({
  db,
  clock,
  rules = DEFAULT_LOGIN_LIMITS,
}: {
  db: Database;
  clock: Clock;
  rules?: LoginLimitRules;
}): LoginLimits {
  async function fill(key: string, { burst, drainMs }: Bucket): Promise<number | null> {
    const now = new Date(clock.now());
    const drained = sql<number>`greatest(0, login_limits.level
      - greatest(0, extract(epoch from (excluded.updated_at - login_limits.updated_at)) * 1000) / ${drainMs}::float8)`;
    const { level, denied } = await db
      .insertInto('login_limits')
      .values({ key, level: 1, denied: false, updated_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          denied: sql<boolean>`${drained} + 1 > ${burst}::float8`,
          level: sql<number>`case when ${drained} + 1 > ${burst}::float8 then ${drained} else ${drained} + 1 end`,
          updated_at: sql<Date>`greatest(excluded.updated_at, login_limits.updated_at)`,
        }),
      )
      .returning(['level', 'denied'])
      .executeTakeFirstOrThrow();
    return denied ? Math.max(1, Math.ceil((level + 1 - burst) * drainMs)) : null;
  }

  return {
    async take({ loginKey, address }) {
      // A limited address does not count against the account, or it could lock the owner out for ever.
      const retryAfterMs =
        (await fill(addressKey(address), rules.address)) ?? (await fill(accountKey(loginKey), rules.account));
      return retryAfterMs === null ? { granted: true } : { granted: false, retryAfterMs };
    },
    async giveBack({ loginKey, address }) {
      await db
        .updateTable('login_limits')
        .set({ level: sql<number>`greatest(0, level - 1)` })
        .where('key', 'in', [accountKey(loginKey), addressKey(address)])
        .execute();
    },
  };
}

// Hashed, since people sometimes type a password into the login field.
const accountKey = (loginKey: string) => `account:${digest(loginKey)}`;
const addressKey = (address: string) => `address:${digest(network(address))}`;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Groups IPv6 addresses by /64, since one customer has all of it. */
function network(address: string): string {
  // IPv4 within IPv6 is one address, as IPv4 is.
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = '', after = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8).fill('0');
  const all = [...groups(before), ...zeros.slice(groups(before).length + groups(after).length), ...groups(after)];
  return `${all.slice(0, 4).join(':')}::/64`;
}
