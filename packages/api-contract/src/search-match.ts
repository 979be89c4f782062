/** A search of fewer characters finds the beginnings of words alone: an index of three letters in a row has no other parts. */
const PART_LENGTH = 3;

/** What stands before a word, unless it is the first one. */
export const WORD_BREAKS = ['\n', ' ', '-', '.', '/', '_', ':', "'", '’', '('] as const;

/** Whether a search is so short that it finds the beginnings of words, and not every part of a text. */
export function findsBeginnings(search: string): boolean {
  return [...search].length < PART_LENGTH;
}

/**
 * Whether a search finds a text as the server does, upper and lower case and Unicode's composed and decomposed letters alike: from
 * three characters on every part of it, with fewer the beginnings of its words.
 * @example
 * matchesSearch('HL-2026-0042', '6-00'); // true
 * matchesSearch('HL-2026-0042', '42'); // false: no word begins so
 */
export function matchesSearch(text: string, search: string): boolean {
  const [folded, part] = [`\n${text}`.toLowerCase().normalize(), search.toLowerCase().normalize()];
  // The first word has a break before it, too.
  return (findsBeginnings(part) ? WORD_BREAKS : ['']).some((before) => folded.includes(before + part));
}
