import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answered, timestamp } from '../primitives.ts';
import { inDomain } from './domains.ts';

/** The id of a key: the thumbprint of its public half (RFC 7638). */
const kid = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** A key that signs access tokens. */
export const adminKey = z.object({
  kid,
  /**
   * `next`: published, and signs after the next rotation. `verifying`: replaced, for the tokens that it has signed.
   * `revoked`: verifies nothing. `unreadable`: made under another `AUTH_SECRET`; it verifies nothing.
   */
  state: answered(['next', 'signing', 'verifying', 'revoked', 'unreadable'], 'unreadable'),
  created_at: timestamp,
  signs_since: z.nullable(timestamp),
  replaced_at: z.nullable(timestamp),
  /** When the last token that it has signed ends; `null`: it signs, or will. */
  ends_at: z.nullable(timestamp),
});
/** A key that signs access tokens. */
export type AdminKey = z.infer<typeof adminKey>;

/** GET /admin/v0/keys: every key, the newest first. */
export const listKeys = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/keys',
  needs: 'operate',
  response: z.object({ items: z.array(adminKey) }),
});

/**
 * POST /admin/v0/keys/rotate: the next key signs from now on; sessions go on. `conflict`: other services may not know the
 * next key yet, and `at_once` is not set.
 */
export const rotateKeys = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/keys/rotate',
  needs: 'operate',
  body: z.strictObject({ at_once: z.optional(z.boolean()) }),
  response: z.object({ kid }),
});

/** POST /admin/v0/keys/{kid}/retire: the key verifies nothing from now on; devices refresh. If it signed, the next one does. */
export const retireKey = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/keys/{kid}/retire',
  needs: 'operate',
  params: z.object({ kid }),
  response: z.object({ kid }),
});

/**
 * POST /admin/v0/domains/{domain}/snapshot-key/rotate: the key by which devices look tickets up becomes another one. Devices
 * fetch all tickets again, with their next look for changes. Scans of the domain wait until it has ended.
 */
export const rotateSnapshotKey = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/snapshot-key/rotate',
  needs: 'operate',
  params: inDomain,
  /** `tickets`: how many the domain has. */
  response: z.object({ tickets: z.int() }),
});
