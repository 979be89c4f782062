import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/app-env.ts';
import { isSecure } from '../http/security-headers.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import type { Secrets } from './secrets.ts';

const NAME = 'scantix-device';
const PATH = '/v0/auth';
const LIFETIME_S = 90 * 24 * 3_600;
/** Devices at a gate are shared: each clerk who has signed in on one has an entry. */
const MAX_ENTRIES = 8;
const ID_BYTES = 12;
const EXPIRY_BYTES = 4;
const MAC_BYTES = 16;
const ENTRY = /^[A-Za-z0-9_-]{43}$/;

/** Who signs in, and on which device, by its own word. */
export interface DeviceLogin {
  readonly loginKey: string;
  readonly deviceId: string;
}

/**
 * The cookie of a device on which somebody has signed in. Each entry is for one login name on one device and ends after
 * 90 days; it authorises nothing, and only gives sign-ins of this name on this device a limit of their own.
 */
export interface DeviceCookie {
  /** The id of the entry for this login; `null`: there is none that is valid. */
  read(context: Context<AppEnv>, login: DeviceLogin): string | null;
  /** Sets the cookie after a sign-in, with the entries of other clerks that it had. */
  renew(context: Context<AppEnv>, login: DeviceLogin): void;
}

export function createDeviceCookie({
  secrets,
  clock,
  random,
  trustedProxies,
}: {
  secrets: Secrets;
  clock: Clock;
  random: Random;
  trustedProxies: number;
}): DeviceCookie {
  const sign = (payload: Buffer, { loginKey, deviceId }: DeviceLogin) =>
    createHmac('sha256', secrets.deviceCookieKey)
      .update(payload)
      .update(JSON.stringify([loginKey, deviceId]))
      .digest()
      .subarray(0, MAC_BYTES);

  /** The id in an entry, if it was made for this login and has not ended. */
  function open(entry: string, login: DeviceLogin): Buffer | null {
    const bytes = Buffer.from(entry, 'base64url');
    const payload = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), sign(payload, login))) return null;
    return payload.readUInt32BE(ID_BYTES) * 1_000 > clock.now() ? payload.subarray(0, ID_BYTES) : null;
  }

  const entriesOf = (context: Context<AppEnv>) =>
    (getCookie(context, NAME) ?? '')
      .split('.')
      .slice(0, MAX_ENTRIES)
      .filter((entry) => ENTRY.test(entry));

  return {
    read(context, login) {
      for (const entry of entriesOf(context)) {
        const id = open(entry, login);
        if (id) return id.toString('base64url');
      }
      return null;
    },
    renew(context, login) {
      const entries = entriesOf(context);
      const own = entries.find((entry) => open(entry, login));
      const payload = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
      // The id stays, and with it the count of failures.
      payload.set((own && open(own, login)) || random(ID_BYTES));
      payload.writeUInt32BE(Math.floor(clock.now() / 1_000) + LIFETIME_S, ID_BYTES);
      const entry = Buffer.concat([payload, sign(payload, login)]).toString('base64url');
      const value = [entry, ...entries.filter((other) => other !== own)].slice(0, MAX_ENTRIES).join('.');
      const secure = isSecure(context, trustedProxies);
      setCookie(context, NAME, value, { path: PATH, httpOnly: true, sameSite: 'Strict', secure, maxAge: LIFETIME_S });
    },
  };
}
