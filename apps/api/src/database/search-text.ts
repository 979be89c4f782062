/**
 * What a search looks through, in lower case: folded here, since a database folds by a locale that its operator chose.
 * A text column holds no U+0000.
 */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts
    .map((part) => part ?? '')
    .join('\n')
    .toLowerCase()
    .replaceAll('\u0000', '\ufffd');
}

/** The pattern of `like` that finds a part of a search text. */
export function searchPattern(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
