import type { Finding } from '@scantix/api-contract/admin';
import { type KeyParts, listKeys } from '../auth/manage-keys.ts';

const DAY_MS = 24 * 3_600_000;

/** Checks that one of the keys signs, and that this `AUTH_SECRET` is the one of the servers: another one opens none. */
export async function checkKeys(parts: KeyParts): Promise<Finding[]> {
  const keys = await listKeys(parts);
  const check = 'signing keys';
  if (keys.length === 0) return [{ check, status: 'ok', message: 'none yet: the first sign-in makes them' }];
  const own = keys.filter(({ state }) => state !== 'unreadable');
  if (own.length === 0) {
    const message =
      "all were made under another AUTH_SECRET: it is not the servers', or was changed since the last sign-in";
    return [{ check, status: 'warning', message }];
  }
  const since = own.find(({ state }) => state === 'signing')?.signsSince;
  if (!since) return [{ check, status: 'warning', message: 'none signs: the next sign-in makes one' }];
  const days = Math.floor((parts.clock.now() - since.getTime()) / DAY_MS);
  return [{ check, status: 'ok', message: `one has signed for ${days} days` }];
}
