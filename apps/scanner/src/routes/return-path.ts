import * as z from 'zod/mini';

const stateSchema = z.object({ from: z.string() });

/** Where to go after signing in: the path that Login was reached from, only ever one of this origin. @default '/' */
export function readReturnPath(state: unknown): string {
  const parsed = stateSchema.safeParse(state);
  if (!parsed.success) return '/';
  const { from } = parsed.data;
  return from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/\\') ? from : '/';
}
