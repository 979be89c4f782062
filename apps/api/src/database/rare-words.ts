import { sql } from 'kysely';
import { searchText } from './search-text.ts';
import type { Database } from './tables.ts';

/** So many of the newest rows are looked at. */
const SAMPLE = 100;
const MAX_WORDS = 16;
/** Letters of one entry in the index. A word's beginning counts as two, its end as one. */
const TRIGRAM = 3;

/** The order of the newest rows first. */
const NEWEST = { scans: sql`received_at desc, id desc`, tickets: sql`id desc` };

/** What is searched. */
export interface SearchedTable {
  readonly table: keyof typeof NEWEST;
  readonly domainId: string;
}

/**
 * The words of a search that most of the newest scans or tickets of a domain do not have, with what stands beside them; none
 * where no word is left out. The index has a list of rows for every three letters. The lists of what all codes begin with, or
 * of a word in all names, have every row, and reading them takes longer than reading all others. Every row that the
 * search finds has these words; not every row that has them is found.
 */
export async function rareWords(
  db: Database,
  { table, domainId }: SearchedTable,
  search: string,
): Promise<readonly string[]> {
  const words = splitWords(searchText(search));
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const { rows } = await sql<{ word: string }>`
    with newest as materialized (
      select search_text from ${sql.table(table)} where domain_id = ${domainId} order by ${NEWEST[table]} limit ${SAMPLE}
    )
    select word from unnest(${words}::text[]) as word
    where (select avg((position(word in search_text) > 0)::int) from newest) < 0.5`.execute(db);
  const rare = rows.map(({ word }) => word);
  return rare.length < words.length ? rare : [];
}

/** Words with the characters around them, up to the next words. Those that the index has no entry for are left out. */
function splitWords(text: string): string[] {
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  return found.flatMap(({ 0: word, index }, position) => {
    const before = found[position - 1];
    const start = before ? before.index + before[0].length : 0;
    const end = found[position + 1]?.index ?? text.length;
    const letters = (start < index ? 2 : 0) + word.length + (index + word.length < end ? 1 : 0);
    return letters < TRIGRAM ? [] : [text.slice(start, end)];
  });
}
