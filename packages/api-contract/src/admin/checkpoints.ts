import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { anyUuid, timestamp } from '../primitives.ts';
import { inDomain } from './domains.ts';
import { givenName, idOrName } from './names.ts';

/** A place where visitors are let in, as the administration sees it. */
export const adminCheckpoint = z.object({
  id: anyUuid,
  name: z.string(),
  /** Its place in lists, from 0. */
  position: z.number(),
  /** How many visitors fit in behind it; `null`: nobody said. */
  capacity: z.nullable(z.number()),
  /** Since when it is out of use; `null`: in use. */
  closed_at: z.nullable(timestamp),
});
/** A place where visitors are let in, as the administration sees it. */
export type AdminCheckpoint = z.infer<typeof adminCheckpoint>;

/** A list of tickets separates the names of checkpoints by `|`. */
const checkpointName = givenName(120).check(z.refine((name) => !name.includes('|'), 'a bar'));
const capacity = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))));
const ofCheckpoint = z.extend(inDomain, { checkpoint: idOrName });

/** GET /admin/v0/domains/{domain}/checkpoints: every checkpoint, closed ones too, by position. */
export const listCheckpoints = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/checkpoints',
  needs: ['manage'],
  params: inDomain,
  response: z.object({ items: z.array(adminCheckpoint) }),
});

/** POST /admin/v0/domains/{domain}/checkpoints: creates one, behind the others. `conflict`: the name or the id is taken. */
export const createCheckpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/checkpoints',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({
    name: checkpointName,
    capacity,
    /** That of a checkpoint which a restore has lost: scans on devices name it. @default a new one */
    id: z.optional(anyUuid),
  }),
  response: adminCheckpoint,
});

/**
 * POST /admin/v0/domains/{domain}/checkpoints/{checkpoint}: changes what is given. A closed one is offered to no device and
 * belongs to no workgroup; scans that wait on devices are recorded there all the same, so none is ever deleted.
 */
export const changeCheckpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/checkpoints/{checkpoint}',
  needs: ['manage'],
  params: ofCheckpoint,
  body: z.strictObject({
    name: z.optional(checkpointName),
    capacity,
    position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    closed: z.optional(z.boolean()),
  }),
  response: adminCheckpoint,
});
