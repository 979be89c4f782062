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
  /** The limit of a login name over all unknown devices, and of each known one. */
  readonly account: Bucket;
  /** The limit of a network address. A venue shares one, so it is high. */
  readonly address: Bucket;
}

export const DEFAULT_LOGIN_LIMITS: LoginLimitRules = {
  account: { burst: 10, drainMs: 30_000 },
  address: { burst: 300, drainMs: 1_000 },
};

/** Counts failed sign-ins by device, account and address, in the database, so that all processes share the counts. */
export interface LoginLimits {
  /**
   * Counts the attempt *before* the password is checked, so that parallel guesses count too. One on a known device counts
   * for that device alone, so nobody else can make it wait. Once the device's own limit is reached, which may be the work
   * of somebody who has stolen its cookie, it counts as one of an unknown device.
   */
  take(attempt: LoginAttempt): Promise<TakenAttempt | { granted: false; retryAfterMs: number }>;
  /** Whether one more refusal goes into the audit log: a flood must not fill it. */
  mayRecord(address: string): Promise<boolean>;
}

/** An attempt that may be made. */
export interface TakenAttempt {
  readonly granted: true;
  /** Whose known device it counts for, as a text that names the login; `null`: an unknown device's. */
  readonly known: string | null;
  /** Uncounts the attempt: it succeeded, or its password was not checked. */
  giveBack(): Promise<void>;
}

export interface LoginAttempt {
  readonly loginKey: string;
  readonly address: string;
  /** The entry of the device's cookie for this login name; `null`: the device is unknown. @default null */
  readonly device?: string | null;
}

/** Recorded refusals: of one address, and of all, 8,640 a day. */
const RECORDED = {
  address: { burst: 20, drainMs: 60_000 },
  all: { burst: 500, drainMs: 10_000 },
};

/** How far the clocks of servers on one database may be apart. */
const CLOCK_DIFFERENCE = '5 minutes';

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
          // A clock that was set back by more than those of several servers may differ prolongs no limit. By less it does:
          // otherwise each call of the server that is ahead would drain what the others have counted.
          updated_at: sql<Date>`case
            when login_limits.updated_at > excluded.updated_at + ${sql.lit(CLOCK_DIFFERENCE)}::interval
            then excluded.updated_at else greatest(excluded.updated_at, login_limits.updated_at) end`,
        }),
      )
      .returning(['level', 'denied'])
      .executeTakeFirstOrThrow();
    return denied ? Math.max(1, Math.ceil((level + 1 - burst) * drainMs)) : null;
  }

  const taken = (keys: readonly string[], known: string | null): TakenAttempt => ({
    granted: true,
    known,
    async giveBack() {
      // One row a statement: two statements that lock the same rows in different orders are a deadlock.
      for (const key of keys) {
        await db
          .updateTable('login_limits')
          .set({ level: sql<number>`greatest(0, level - 1)` })
          .where('key', '=', key)
          .execute();
      }
    },
  });

  return {
    async take({ loginKey, address, device = null }) {
      if (device !== null) {
        const key = `device:${digest(JSON.stringify([loginKey, device]))}`;
        if ((await fill(key, rules.account)) === null) return taken([key], accountKey(loginKey));
      }
      // A limited address does not count against the account, or it could lock the owner out for ever.
      const retryAfterMs =
        (await fill(addressKey(address), rules.address)) ?? (await fill(accountKey(loginKey), rules.account));
      if (retryAfterMs !== null) return { granted: false, retryAfterMs };
      return taken([accountKey(loginKey), addressKey(address)], null);
    },
    async mayRecord(address) {
      if ((await fill(`recorded:${addressKey(address)}`, RECORDED.address)) !== null) return false;
      return (await fill('recorded', RECORDED.all)) === null;
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
