import { createApiClient, searchTickets } from '@scantix/api-contract';
import { listTickets } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCursor } from '../http/keyset-cursor.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';

/** The guarantees of the search for tickets, on any database. */
export function describeSearch(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
  }, START_MS);
  afterAll(() => server.stop());

  const find = async (query: string, by = clerk) => expectValue(await by.api.call(searchTickets, { body: { query } }));

  test('finds by part of the holder, the order and the barcode, upper and lower case alike', async () => {
    const { north } = server;
    await north.addTicket('AB-12_%', { holder: 'Zoë Çelik', order_name: 'R-77', status: 'blocked', seat: 'Row 4' });
    await north.addTicket('ü\u0000\\x\u{1f3ab}', { holder: null, order_name: null });
    for (const query of ['zoë ç', 'OË ', 'ZO', 'ç', 'r', 'ab', '77', 'r-77', 'b-12', '2_%']) {
      expect(await find(query)).toMatchObject({
        items: [
          {
            ...{ barcode: 'AB-12_%', status: 'blocked', inside: 0 },
            ticket: { holder: 'Zoë Çelik', order: 'R-77', seat: 'Row 4' },
          },
        ],
      });
    }
    for (const query of ['ü', '\\X\u{1f3ab}']) {
      expect(await find(query)).toMatchObject({ items: [{ barcode: 'ü\u0000\\x\u{1f3ab}' }] });
    }
    for (const query of ['%', '_1', 'nobody', "' or 1=1 --", '\\']) {
      expect((await find(query)).items.length).toBe(query === '%' ? 1 : 0);
    }
  });

  test('a name and a search find each other in either form of Unicode', async () => {
    await server.north.addTicket('TWO-PARTS', { holder: 'Gru\u0308ne Wu\u0308st' });
    await server.north.addTicket('ONE-PART', { holder: 'Gr\u00fcne W\u00fcst' });
    for (const query of ['gr\u00fcn', 'gru\u0308n', 'w\u00fc', 'wu\u0308', 'R\u00dcNE W\u00dc']) {
      expect((await find(query)).items.map(({ barcode }) => barcode)).toEqual(['ONE-PART', 'TWO-PARTS']);
    }
  });

  test('gives each ticket once over its pages', async () => {
    for (let count = 0; count < 120; count += 1) await server.north.addTicket(`PAGE-${count}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { query: 'page-', ...(cursor ? { cursor } : {}) };
      const page = expectValue(await clerk.api.call(searchTickets, { body }));
      seen.push(...page.items.map(({ barcode }) => barcode));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `PAGE-${119 - index}`));
  });

  test('refuses a cursor that it has not made, at a gate and in the administration', async () => {
    const operator = createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
    for (const cursor of ['x', formatCursor(['x']), formatCursor([1])]) {
      const atGate = await clerk.api.call(searchTickets, { body: { query: 'page-', cursor } });
      const listed = await operator.call(listTickets, { params: { domain: server.north.id }, body: { cursor } });
      for (const answer of [atGate, listed]) {
        expect(expectRefusal(answer)).toEqual({ status: 422, code: 'invalid_request' });
      }
    }
  });

  test('finds nothing of another domain', async () => {
    await server.north.addTicket('SECRET');
    const stranger = await server.signIn(server.south.clerk.login);
    expect(await find('secret', stranger)).toEqual({ items: [] });
  });
}
