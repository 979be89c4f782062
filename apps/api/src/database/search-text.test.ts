import { matchesSearch, WORD_BREAKS } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from './open-database.ts';
import { searchFinds, searchText } from './search-text.ts';
import type { Database } from './tables.ts';

let db: Database;
beforeAll(async () => {
  db = await openEmbeddedDatabase();
});
afterAll(() => db.destroy());

const SEARCHES = [
  'a',
  'b',
  'ab',
  'B%',
  '%',
  '_',
  '\\',
  "'",
  'ö',
  'Ö1',
  '李',
  '伟',
  'a b',
  'b-a',
  '%_\\',
  '1.2',
  'öab',
  'o\u0308',
  'O\u0308AB',
];
const WORDS = ['a', 'Ab', 'ba', 'B%', '%_\\', 'Ö1', 'O\u03081', 'aÖAB', '李伟', '1.2', ''];

test('a search finds in the database what it finds on a device', async () => {
  const texts = [...WORD_BREAKS, '|'].flatMap((before) =>
    WORDS.map((word, index) => `${WORDS.at(-index)}${before}${word}`),
  );
  for (const search of SEARCHES) {
    const { rows } = await sql<{ found: string[] | null }>`
      select array_agg(text order by at) as found
      from unnest(${texts.map((text) => searchText(text))}::text[]) with ordinality as t (text, at)
      where ${searchFinds(sql.ref('text'), search)}`.execute(db);
    expect(rows[0]?.found ?? []).toEqual(
      texts.filter((text) => matchesSearch(text, search)).map((text) => searchText(text)),
    );
  }
});
