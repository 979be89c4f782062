import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { systemRandom } from '../system/random.ts';
import { formatRightsPage, type MatrixRow } from '../testing/format-rights-page.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, TEST_SECRETS, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { ALL_ATTEMPTS, breachesOf, COLUMNS, tryEverything } from '../testing/try-everything.ts';

let server: TestServer;
let rows: MatrixRow[];
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  rows = await tryEverything(server, COLUMNS);
}, 3 * START_MS);
afterAll(() => server.stop());

test('every call of the contract is tried', () => {
  expect(Object.keys(ALL_ATTEMPTS).toSorted()).toEqual(CONTRACT_CALLS.map(([name]) => name).toSorted());
});

test('nobody gets in without a session, a clerk without the right is refused, and no right opens another domain', () => {
  expect(breachesOf(rows, COLUMNS)).toEqual([]);
});

test('the name of a clerk with all rights opens nothing to a clerk without them', () => {
  const cells = new Map(rows.flatMap((row) => (row.target === 'claimed' ? [[row.call, row.cells]] : [])));
  expect(Object.fromEntries(cells)).toEqual({
    postScans: ['401', 'no ticket', 'yes', 'yes', 'no ticket', 'no ticket', 'yes', '401'],
    undoScan: ['401', 'refused', 'refused', 'refused', 'yes', 'refused', 'yes', '401'],
  });
});

test('no path of the API has a handler that the contract does not name', () => {
  const { db, clock } = server;
  const random = systemRandom;
  const parts = {
    random,
    secrets: TEST_SECRETS,
    log: pino({ level: 'silent' }),
    passwords: createPasswords({ random }),
  };
  const app = createApp({ db, clock, ...parts });
  const paths = app.routes
    .filter(
      ({ method, path }) =>
        method !== 'ALL' && !path.endsWith('*') && !/^\/(healthz|readyz|metrics|docs.*)$/.test(path),
    )
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(paths)].toSorted()).toEqual(
    CONTRACT_CALLS.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
  );
});

test('docs/rights.md is what the calls answered', async () => {
  const page = formatRightsPage(
    rows,
    COLUMNS.map(([title]) => title),
  );
  await expect(page).toMatchFileSnapshot('../../../../docs/rights.md');
});
