import * as z from 'zod/mini';
import { type LogSink, toEvent } from './log-sink.ts';

/** The user as `userData` stores it; further fields are the server's own. */
export const sessionUserSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  clerk: z.string().check(z.minLength(1)),
  userName: z.string(),
  domain: z.string(),
  workgroup: z.string(),
});

/** Who is signed in. `clerk` is the login name; fields that this type does not name are kept as the server sent them. */
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** Reads a user from JSON. @throws when a field is missing or of another kind */
export type UserReader = (value: unknown) => SessionUser;

/** Reads the fields of {@link SessionUser}, and keeps the others. */
export const readSessionUser: UserReader = (value) => sessionUserSchema.parse(value);

/** What reads the fields that a server adds to its user: a schema of zod, or anything else with a `parse` that throws. */
export interface UserFieldsSchema<Fields> {
  parse(user: unknown): Fields;
}

/** Reads the fields of {@link SessionUser}, then those of the schema. A user that it refuses is reported to the log. */
export function createUserReader(schema: UserFieldsSchema<object>, log: LogSink): UserReader {
  return (value) => {
    const user = readSessionUser(value);
    try {
      return { ...user, ...schema.parse(user) };
    } catch (error) {
      log.log(toEvent('session-user-refused', 'error', { error: String(error) }));
      throw error;
    }
  };
}

/** The server's `user_name` is our `userName`, and a number as `id` becomes text. {@link UserReader} checks the rest. */
export function toSessionUser({ id, user_name: userName, ...others }: Record<string, unknown>): object {
  return { ...others, id: typeof id === 'number' ? String(id) : id, userName };
}
