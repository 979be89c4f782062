import * as z from 'zod/mini';

/** The user as `userData` stores it; further fields are the server's own. */
export const sessionUserSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  clerk: z.string().check(z.minLength(1)),
  userName: z.string(),
  domain: z.string(),
  workgroup: z.string(),
});

/** Who is signed in. `clerk` is the login name; fields that the specification does not name are kept as the server sent them. */
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The user of a sign-in's answer, of any server that follows section 7. */
export const wireUserSchema = z.looseObject({
  id: z.union([z.string().check(z.minLength(1)), z.number()]),
  clerk: z.string().check(z.minLength(1)),
  user_name: z.string(),
  domain: z.string(),
  workgroup: z.string(),
});

/** The server's `user_name` is our `userName`, and its `id` becomes text. */
export function toSessionUser({ id, user_name: userName, ...others }: z.infer<typeof wireUserSchema>): SessionUser {
  const { clerk, domain, workgroup, ...more } = others;
  return { ...more, id: String(id), clerk, userName, domain, workgroup };
}
