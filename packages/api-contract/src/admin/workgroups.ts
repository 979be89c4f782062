import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answeredNames, anyUuid } from '../primitives.ts';
import { WORKGROUP_RIGHTS } from '../rights.ts';
import { inDomain } from './domains.ts';
import { givenName, idOrName } from './names.ts';

/** A workgroup with what its clerks may do and where they scan. */
export const adminWorkgroup = z.object({
  id: anyUuid,
  name: z.string(),
  rights: answeredNames(WORKGROUP_RIGHTS),
  /** Whether `scan` includes the search by name. */
  name_search: z.boolean(),
  checkpoints: z.array(z.object({ id: anyUuid, name: z.string() })),
  /** How many clerks it has, disabled ones too. */
  clerks: z.number(),
});
/** A workgroup with what its clerks may do and where they scan. */
export type AdminWorkgroup = z.infer<typeof adminWorkgroup>;

const given = {
  rights: z.optional(z.array(z.enum(WORKGROUP_RIGHTS)).check(z.maxLength(WORKGROUP_RIGHTS.length))),
  name_search: z.optional(z.boolean()),
  /** Ids or names: all of its checkpoints. */
  checkpoints: z.optional(z.array(idOrName).check(z.maxLength(1_000))),
};
const ofWorkgroup = z.extend(inDomain, { workgroup: idOrName });

/** GET /admin/v0/domains/{domain}/workgroups: every workgroup, by name. */
export const listWorkgroups = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/workgroups',
  needs: ['manage'],
  params: inDomain,
  response: z.object({ items: z.array(adminWorkgroup) }),
});

/** POST /admin/v0/domains/{domain}/workgroups: creates one, with the right `scan` if none is given. */
export const createWorkgroup = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/workgroups',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({ name: givenName(120), ...given }),
  response: adminWorkgroup,
});

/**
 * POST /admin/v0/domains/{domain}/workgroups/{workgroup}: changes what is given. `conflict`: the name is taken, or the
 * domain would have no clerk left who may manage it.
 */
export const changeWorkgroup = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/workgroups/{workgroup}',
  needs: ['manage'],
  params: ofWorkgroup,
  body: z.strictObject({ name: z.optional(givenName(120)), ...given }),
  response: adminWorkgroup,
});

/** POST /admin/v0/domains/{domain}/workgroups/{workgroup}/delete: deletes one without clerks. `conflict`: it has clerks. */
export const deleteWorkgroup = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/workgroups/{workgroup}/delete',
  needs: ['manage'],
  params: ofWorkgroup,
  response: adminWorkgroup,
});
