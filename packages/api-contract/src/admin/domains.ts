import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answered, anyUuid, timestamp } from '../primitives.ts';
import { givenName, idOrName } from './names.ts';

/** The path parameter of every call that belongs to a domain: its id or its name. */
export const inDomain = z.object({ domain: idOrName });

/** A domain: a tenant of the installation. */
export const adminDomain = z.object({
  id: anyUuid,
  name: z.string(),
  /** Whether scans are checked against tickets. */
  ticketing: answered(['on', 'off'], 'on'),
  created_at: timestamp,
});
/** A domain: a tenant of the installation. */
export type AdminDomain = z.infer<typeof adminDomain>;

/** GET /admin/v0/domains: every domain, by name. */
export const listDomains = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains',
  needs: 'operate',
  response: z.object({ items: z.array(adminDomain) }),
});

/** POST /admin/v0/domains: creates a domain. `conflict`: the name is taken. */
export const createDomain = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains',
  needs: 'operate',
  body: z.strictObject({ name: givenName(120), ticketing: z.optional(z.enum(['on', 'off'])) }),
  response: adminDomain,
});

/** POST /admin/v0/domains/{domain}: changes what is given. `conflict`: the name is taken. */
export const changeDomain = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}',
  needs: 'operate',
  params: inDomain,
  body: z.strictObject({ name: z.optional(givenName(120)), ticketing: z.optional(z.enum(['on', 'off'])) }),
  response: adminDomain,
});
