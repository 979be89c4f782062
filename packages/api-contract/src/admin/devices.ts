import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { label, timestamp } from '../primitives.ts';
import { inDomain } from './domains.ts';
import { givenName } from './names.ts';
import { pageOf, pageQuery } from './pages.ts';

/** The path parameters of a call on one device. */
const onDevice = z.extend(inDomain, { device: label(128) });

/** An order to wipe a device. */
export const deviceWipe = z.object({
  ordered_at: timestamp,
  /** A login name, or `operator`. */
  ordered_by: z.string(),
  /** `null`: the device has not reported it yet. */
  done_at: z.nullable(timestamp),
  /** How many unsent scans stayed on the device, sealed. */
  kept: z.nullable(z.number()),
});

/** A device that has made a call in a domain. */
export const adminDevice = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** The login name of whoever made its last call. */
  clerk: z.nullable(z.string()),
  first_seen_at: timestamp,
  /** To a minute. */
  seen_at: timestamp,
  address: z.nullable(z.string()),
  app_build: z.nullable(z.string()),
  /** The app's wire version; 0: it does not say. */
  wire: z.nullable(z.number()),
  /** How many scans waited on it at that call; `null`: it does not say. */
  waiting: z.nullable(z.number()),
  wipe: z.nullable(deviceWipe),
});
/** A device that has made a call in a domain. */
export type AdminDevice = z.infer<typeof adminDevice>;

/** GET /admin/v0/domains/{domain}/devices: the devices of a domain, the last seen first, keyset-paged. */
export const listDevices = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/devices',
  needs: ['manage'],
  params: inDomain,
  query: pageQuery,
  response: pageOf(adminDevice),
});

/** POST /admin/v0/domains/{domain}/devices/{device}: gives a device a name; `null`: none. */
export const nameDevice = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/devices/{device}',
  needs: ['manage'],
  params: onDevice,
  body: z.strictObject({ name: z.nullable(givenName(120)) }),
  response: adminDevice,
});

/**
 * POST /admin/v0/domains/{domain}/devices/{device}/wipe: the device wipes itself when it hears of it, with the answer to its
 * next call. An order that is open stays as it is.
 */
export const wipeDevice = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/devices/{device}/wipe',
  needs: ['manage'],
  params: onDevice,
  response: adminDevice,
});

/** POST /admin/v0/domains/{domain}/devices/{device}/wipe/cancel: takes an open order back. `conflict`: there is none. */
export const cancelDeviceWipe = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/devices/{device}/wipe/cancel',
  needs: ['manage'],
  params: onDevice,
  response: adminDevice,
});
