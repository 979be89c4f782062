import * as z from 'zod/mini';
import { cursor } from '../primitives.ts';

/** Which page of a list: the first, or the one that `cursor` begins. */
export const pageQuery = z.object({
  /** From 1 to 200. @default 100 */
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
  cursor: z.optional(cursor),
});

/** A page of a list. Without `next_cursor` it is the last one. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.optional(cursor) });
