import { findsBeginnings, WORD_BREAKS } from '@scantix/api-contract';
import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * The text that a search matches, in lower case and Unicode's form NFC: other systems write é as one character or as two. It
 * is folded here, since a database folds by its operator's locale. A text column cannot hold U+0000.
 */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts
    .map((part) => part ?? '')
    .join('\n')
    .toLowerCase()
    .normalize()
    .replaceAll('\u0000', '\ufffd');
}

/** The `like` pattern that matches a part of a search text. */
export function searchPattern(part: string): string {
  return `%${escaped(part)}%`;
}

/**
 * Whether a search finds a search text: `matchesSearch` of the contract in SQL. The index of trigrams finds a part of three letters;
 * fewer it finds at the beginning of a word only.
 */
export function searchFinds(text: Expression<unknown>, given: string): Expression<SqlBool> {
  const search = given.toLowerCase().normalize();
  if (!findsBeginnings(search)) return sql<SqlBool>`${text} like ${searchPattern(search)}`;
  const patterns = [`${escaped(search)}%`, ...WORD_BREAKS.map((before) => searchPattern(before + search))];
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
}

/**
 * Whether a search finds a search text, of which the index is asked for some words alone. Without words it is asked for the
 * whole text.
 */
export function searchFindsByWords(
  text: Expression<unknown>,
  search: string,
  words: readonly string[],
): Expression<SqlBool> {
  if (words.length === 0) return searchFinds(text, search);
  const byWords = words.map((word) => sql`${text} like ${searchPattern(word)}`);
  // `is true` hides the whole text from the index, and keeps what the planner expects of it.
  return sql<SqlBool>`${sql.join(byWords, sql` and `)} and (${searchFinds(text, search)}) is true`;
}

const escaped = (part: string) => escapeLike(part.toLowerCase());

/** A text as a part of a `like` pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
