import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answered, anyUuid, label, timestamp } from '../primitives.ts';
import { givenName, idOrName } from './names.ts';

/** The path parameter of every call that belongs to a domain: its id or its name. */
export const inDomain = z.object({ domain: idOrName });

/** A domain: a tenant of the installation. */
export const adminDomain = z.object({
  id: anyUuid,
  name: z.string(),
  /** Whether scans are checked against tickets. */
  ticketing: answered(['on', 'off'], 'on'),
  /** The zone of its hours and days in reports; `null`: UTC. */
  time_zone: z.optional(z.nullable(z.string())),
  /** After how many days scans lose name, note, order and seat of the holder; `null`: never. */
  erase_after_days: z.optional(z.nullable(z.number())),
  /** After how many days scans are deleted; `null`: never. */
  delete_after_days: z.optional(z.nullable(z.number())),
  created_at: timestamp,
});
/** A domain: a tenant of the installation. */
export type AdminDomain = z.infer<typeof adminDomain>;

/** The least number of days that scans are kept: a device may be without a network for long. */
const MIN_KEPT_DAYS = 30;
const keptDays = z.optional(z.nullable(z.int().check(z.minimum(MIN_KEPT_DAYS), z.maximum(36_500))));
const changedDomain = z.strictObject({
  name: z.optional(givenName(120)),
  ticketing: z.optional(z.enum(['on', 'off'])),
  /** IANA name, as in Europe/Berlin. */
  time_zone: z.optional(z.nullable(label(64))),
  erase_after_days: keptDays,
  delete_after_days: keptDays,
});

/** GET /admin/v0/domains: every domain, by name. */
export const listDomains = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains',
  needs: 'operate',
  response: z.object({ items: z.array(adminDomain) }),
});

/** POST /admin/v0/domains: creates a domain. `conflict`: the name is taken. `invalid_request`: there is no such time zone. */
export const createDomain = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains',
  needs: 'operate',
  body: z.extend(changedDomain, { name: givenName(120) }),
  response: adminDomain,
});

/** POST /admin/v0/domains/{domain}: changes what is given. `conflict`: the name is taken. */
export const changeDomain = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}',
  needs: 'operate',
  params: inDomain,
  body: changedDomain,
  response: adminDomain,
});
/** The settings of a domain that {@link changeDomain} changes. */
export type DomainSettings = z.infer<typeof changedDomain>;
