/**
 * The text that a search matches, in lower case. It is folded here, since a database folds by its operator's locale. A
 * text column cannot hold U+0000.
 */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts
    .map((part) => part ?? '')
    .join('\n')
    .toLowerCase()
    .replaceAll('\u0000', '\ufffd');
}

/** The `like` pattern that matches a part of a search text. */
export function searchPattern(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
