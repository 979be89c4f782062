import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { type KeyParts, listKeys, retireKey, rotateKeys } from '../auth/manage-keys.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { rotateSnapshotKey } from '../snapshot/rotate-snapshot-key.ts';
import { type AdminCallParts, implementDomainCall, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the calls on the keys that sign access tokens, and on those of snapshots. */
export function mountKeys(app: Hono<AppEnv>, parts: AdminCallParts & KeyParts): void {
  implementOperatorCall(app, contract.listKeys, parts, async () => ({
    items: (await listKeys(parts)).map(({ kid, state, createdAt, signsSince, replacedAt, endsAt }) => ({
      kid,
      state,
      created_at: createdAt.toISOString(),
      signs_since: signsSince?.toISOString() ?? null,
      replaced_at: replacedAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
    })),
  }));

  implementOperatorCall(app, contract.rotateKeys, parts, async ({ body, ...by }) => {
    const rotation = await rotateKeys(parts, { atOnce: body.at_once ?? false, by });
    if (rotation.ok) return { kid: rotation.kid };
    const { retryAfterMs } = rotation;
    const minutes = Math.ceil(retryAfterMs / 60_000);
    const why = `Other services may not know the next key yet: wait ${minutes} min, or rotate at once`;
    throw new ApiError('conflict', why, { retryAfterMs });
  });

  implementOperatorCall(app, contract.retireKey, parts, async ({ params: { kid }, ...by }) => {
    if (!(await retireKey(parts, kid, by))) throw new ApiError('not_found', 'There is no such key');
    return { kid };
  });

  implementDomainCall(app, contract.rotateSnapshotKey, parts, ({ domain, actor, address }) =>
    rotateSnapshotKey(parts.db, domain, { actor, address }),
  );
}
