import type { SessionUserWire } from '@scantix/api-contract';
import * as z from 'zod/mini';

/** The user as `userData` stores it. */
export const sessionUserSchema = z.object({
  id: z.string().check(z.minLength(1)),
  clerk: z.string().check(z.minLength(1)),
  userName: z.string(),
  domain: z.string(),
  workgroup: z.string(),
});

/** Who is signed in. `clerk` is the login name. */
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The server's `user_name` is our `userName`. */
export function toSessionUser({ id, clerk, user_name, domain, workgroup }: SessionUserWire): SessionUser {
  return { id, clerk, userName: user_name, domain, workgroup };
}
