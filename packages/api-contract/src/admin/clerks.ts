import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { anyUuid, storableText, timestamp } from '../primitives.ts';
import { inDomain } from './domains.ts';
import { givenName, idOrName } from './names.ts';

/** A clerk as the administration sees one. */
export const adminClerk = z.object({
  id: anyUuid,
  /** The login name, unique in the whole installation. */
  login: z.string(),
  user_name: z.string(),
  workgroup: z.object({ id: anyUuid, name: z.string() }),
  /** Since when the clerk cannot sign in; `null`: may. */
  disabled_at: z.nullable(timestamp),
  /** Whether the password only lets its owner choose another one. */
  password_is_one_time: z.boolean(),
  /** How many sessions are open. */
  sessions: z.number(),
  created_at: timestamp,
});
/** A clerk as the administration sees one. */
export type AdminClerk = z.infer<typeof adminClerk>;

/** A password that somebody chooses: at least 10 characters. */
export const chosenPassword = z.string().check(z.minLength(10), z.maxLength(1024), storableText);

/** The clerk, and the password that was drawn; it is told only here. */
const withPassword = z.object({ clerk: adminClerk, one_time_password: z.optional(z.string()) });
const ofClerk = z.extend(inDomain, { clerk: idOrName });
const path = '/admin/v0/domains/{domain}/clerks';

/** GET /admin/v0/domains/{domain}/clerks: every clerk, by login name. */
export const listClerks = defineEndpoint({
  method: 'GET',
  path,
  needs: ['manage'],
  params: inDomain,
  response: z.object({ items: z.array(adminClerk) }),
});

/**
 * POST /admin/v0/domains/{domain}/clerks: creates a clerk, with a drawn one-time password if none is given. `conflict`:
 * the login name is taken, perhaps in another domain. `invalid_request`: the password is too easily guessed.
 */
export const createClerk = defineEndpoint({
  method: 'POST',
  path,
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({
    login: givenName(120),
    /** @default the login name */
    user_name: z.optional(givenName(200)),
    workgroup: idOrName,
    password: z.optional(chosenPassword),
  }),
  response: withPassword,
});

/**
 * POST …/clerks/{clerk}: changes what is given. Disabling and enabling end every session of the clerk. `conflict`: the
 * domain would have no clerk left who may manage it; the operator may do it all the same.
 */
export const changeClerk = defineEndpoint({
  method: 'POST',
  path: `${path}/{clerk}`,
  needs: ['manage'],
  params: ofClerk,
  body: z.strictObject({
    user_name: z.optional(givenName(200)),
    workgroup: z.optional(idOrName),
    disabled: z.optional(z.boolean()),
  }),
  response: adminClerk,
});

/**
 * POST …/clerks/{clerk}/password: sets a password, drawn and one-time if none is given. It ends every session of the clerk.
 * `invalid_request`: the password is too easily guessed. `forbidden`: a manager's own is changed by `changePassword`, which
 * asks for the current one.
 */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: `${path}/{clerk}/password`,
  needs: ['manage'],
  params: ofClerk,
  body: z.strictObject({ password: z.optional(chosenPassword) }),
  response: withPassword,
});

/** POST …/clerks/{clerk}/sign-out: ends every session of the clerk. */
export const signOutClerk = defineEndpoint({
  method: 'POST',
  path: `${path}/{clerk}/sign-out`,
  needs: ['manage'],
  params: ofClerk,
  response: z.object({ clerk: adminClerk, sessions_ended: z.number() }),
});

/**
 * POST /admin/v0/setup: makes the first manager of an installation: a domain if there is none, a workgroup with all rights,
 * and a clerk with a drawn one-time password. `conflict`: there are clerks already.
 */
export const setUp = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/setup',
  needs: 'operate',
  body: z.strictObject({ domain: givenName(120), login: givenName(120) }),
  response: withPassword,
});
