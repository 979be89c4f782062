import { sql } from 'kysely';

/** One of these values, after `=`: unlike a list of parameters, the statement is the same for any number of them. */
export const anyOf = (values: readonly string[], type: 'text' | 'uuid') =>
  sql<string>`any(${[...new Set(values)]}::${sql.raw(type)}[])`;
