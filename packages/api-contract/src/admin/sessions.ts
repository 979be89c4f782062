import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { anyUuid, label, timestamp } from '../primitives.ts';
import { inDomain } from './domains.ts';
import { pageOf, pageQuery } from './pages.ts';

/** The open session of a clerk on a device. */
export const adminSession = z.object({
  id: anyUuid,
  /** A login name. */
  clerk: z.string(),
  device: z.string(),
  remember_me: z.boolean(),
  signed_in_at: timestamp,
  expires_at: timestamp,
});
/** The open session of a clerk on a device. */
export type AdminSession = z.infer<typeof adminSession>;

/** Which of the open sessions; what is left out does not count. */
const whichSessions = {
  session: z.optional(anyUuid),
  /** A login name. */
  clerk: z.optional(label(120)),
  device: z.optional(label(128)),
};

/** GET /admin/v0/domains/{domain}/sessions: the open sessions of a domain, the newest first, keyset-paged. */
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/sessions',
  needs: ['manage'],
  params: inDomain,
  query: z.extend(pageQuery, { clerk: whichSessions.clerk, device: whichSessions.device }),
  response: pageOf(adminSession),
});

/**
 * POST /admin/v0/domains/{domain}/sessions/revoke: ends a session, or the open ones of a clerk or of a device. Their next
 * call is refused.
 */
export const revokeSessions = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/sessions/revoke',
  needs: ['manage'],
  params: inDomain,
  body: z
    .strictObject(whichSessions)
    .check(
      z.refine((which) => Object.values(which).some((one) => one !== undefined), 'a session, a clerk or a device'),
    ),
  response: z.object({ revoked: z.number() }),
});
