import { countScans, listScans, searchTickets } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { rareWords } from './rare-words.ts';

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  clerk = await server.signIn();
  const holders = ['Visitor Zoë 100%', 'Visitor Anna Schmidt', 'Visitor 6b', 'Guest 6b'];
  for (const [index, holder] of holders.entries()) {
    await server.north.addTicket(`TKT-2026-${index}`, { holder });
    await clerk.post({ id: server.newId(), barcode: `TKT-2026-${index}` });
  }
}, START_MS);
afterAll(() => server.stop());

test.each([
  ['tkt-2026-3', ['-3']],
  ['Visitor zoë 100%', [' zoë ', ' 100%']],
  ['guest 6b', ['guest ']],
  // Every word is rare, or none is, or there is one: the whole text is asked for.
  ['anna schmidt', []],
  ['tkt-2026', []],
  ['visitor', []],
  ['%', []],
  // The index has no entry for one letter without what is before it.
  ['x-2026-', []],
])('scans with the text %s are found by the words %j', async (search, words) => {
  expect(await rareWords(server.db, { table: 'scans', domainId: server.north.id }, search)).toEqual(words);
});

test('tickets are found by the words that most of the newest tickets do not have', async () => {
  const words = (search: string) => rareWords(server.db, { table: 'tickets', domainId: server.north.id }, search);
  expect(await words('visitor zoë 100%')).toEqual([' zoë ', ' 100%']);
  expect(await words('zoë')).toEqual([]);
  const find = async (query: string) => expectValue(await clerk.api.call(searchTickets, { body: { query } })).items;
  expect((await find('VISITOR zoë 100%')).map(({ barcode }) => barcode)).toEqual(['TKT-2026-0']);
  expect(await find('visitor anna 100%')).toEqual([]);
});

test('a domain without scans has no word that is in most of them', async () => {
  expect(await rareWords(server.db, { table: 'scans', domainId: server.south.id }, 'tkt-2026-3')).toEqual([]);
});

test.each([
  ['tkt-2026-3', ['TKT-2026-3']],
  ['VISITOR zoë 100%', ['TKT-2026-0']],
  ['2026-', ['TKT-2026-3', 'TKT-2026-2', 'TKT-2026-1', 'TKT-2026-0']],
  // A scan has the rare word, but not the whole text.
  ['2026-2026-3', []],
  ['visitor anna 100%', []],
  ['2026_3', []],
])('the list and its counts for the text %s are those of %j', async (search, barcodes) => {
  const { items } = expectValue(await clerk.api.call(listScans, { body: { search } }));
  expect(items.map(({ barcode }) => barcode)).toEqual(barcodes);
  expect(expectValue(await clerk.api.call(countScans, { body: { search } })).all).toBe(barcodes.length);
});
