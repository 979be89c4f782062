import * as contract from '@scantix/api-contract';
import { type Endpoint, mayCall, type Right } from '@scantix/api-contract';
import * as admin from '@scantix/api-contract/admin';
import * as snapshot from '@scantix/api-contract/snapshot';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { systemRandom } from '../system/random.ts';
import { ADMIN_ATTEMPTS } from '../testing/admin-attempts.ts';
import {
  ATTEMPTS,
  type Attempt,
  type Caller,
  makeThings,
  sender,
  TARGETS,
  type Target,
  type Things,
} from '../testing/call-attempts.ts';
import { formatRightsPage, type MatrixRow } from '../testing/format-rights-page.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, TEST_SECRETS, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

const CALLS = Object.entries<unknown>({ ...contract, ...snapshot, ...admin }).filter(
  (entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && entry[1] !== null && 'needs' in entry[1],
);

const ALL_ATTEMPTS: Readonly<Record<string, Attempt>> = { ...ATTEMPTS, ...ADMIN_ATTEMPTS };

/** The columns: nobody, then clerks with these rights, and who operates the server. */
const COLUMNS: readonly (readonly [title: string, rights: readonly Right[] | 'nobody' | 'operator'])[] = [
  ['nobody', 'nobody'],
  ['no right', []],
  ['`scan`', ['scan']],
  ['`scan` `search`', ['scan', 'search']],
  ['`supervise`', ['supervise']],
  ['`manage`', ['manage']],
  ['all', ['scan', 'supervise', 'manage']],
  ['operator', 'operator'],
];

let server: TestServer;
let rows: MatrixRow[];
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  rows = await tryEverything();
}, 3 * START_MS);
afterAll(() => server.stop());

/** Makes every call with every right, for everything that it can name. */
async function tryEverything(): Promise<MatrixRow[]> {
  const { north, south } = server;
  const owners = { own: await server.signIn(), foreign: await server.signIn(south.clerk.login) };
  const make = async (target: Target): Promise<Things> => {
    const owner: SignedIn = target === 'foreign' ? owners.foreign : owners.own;
    if (target === 'claimed') return { ...(await make('own')), claimedBy: north.clerk.login };
    const gate = { own: north.gates[1], elsewhere: north.gates[0], foreign: south.gates[0] }[target];
    const domainId = target === 'foreign' ? south.id : north.id;
    return makeThings(owner, { domainId, checkpointId: gate.id, barcode: `TICKET-${target}`, id: server.newId() });
  };
  await north.addTicket('TICKET-own', { status: 'blocked' });
  await north.addTicket('TICKET-elsewhere', { status: 'blocked' });
  await south.addTicket('TICKET-foreign', { status: 'blocked' });
  const things = { own: await make('own'), elsewhere: await make('elsewhere'), foreign: await make('foreign') };
  const byTarget = { ...things, claimed: { ...things.own, claimedBy: north.clerk.login } };
  const { tokens } = await server.signIn(north.colleague.login);

  const made: MatrixRow[] = CALLS.toSorted(([one], [other]) => one.localeCompare(other)).flatMap(([call, endpoint]) =>
    targetsOf(call).map((target) => ({ call, endpoint, target, cells: [] })),
  );
  for (const [, who] of COLUMNS) {
    const rights = typeof who === 'string' ? [] : who;
    await north.limitColleague({
      rights: contract.WORKGROUP_RIGHTS.filter((right) => rights.includes(right)),
      nameSearch: rights.includes('search'),
      checkpoints: [north.gates[1]],
    });
    const { login } = north.colleague;
    const token = typeof who === 'string' ? undefined : tokens.access_token;
    const caller: Caller = { login, token, isOperator: who === 'operator' };
    const send = sender(server, caller);
    for (const { call, target, cells } of made) {
      const parts = { server, caller, send, things: byTarget[target], fresh: () => make(target) };
      cells.push((await ALL_ATTEMPTS[call]?.try(parts)) ?? 'not tried');
    }
  }
  return made;
}

function targetsOf(call: string): readonly Target[] {
  const { names, claims } = ALL_ATTEMPTS[call] ?? {};
  if (call in ADMIN_ATTEMPTS) return names ? ['own', 'foreign'] : ['own'];
  return names ? [...TARGETS, ...(claims ? (['claimed'] as const) : [])] : ['own'];
}

test('every call of the contract is tried', () => {
  expect(Object.keys(ALL_ATTEMPTS).toSorted()).toEqual(CALLS.map(([name]) => name).toSorted());
});

test('nobody gets in without a session, and a clerk without the right is refused, whatever the call names', () => {
  for (const { call, endpoint, target, cells } of rows) {
    for (const [index, [title, rights]] of COLUMNS.entries()) {
      const where = `${call} of ${target} by ${title}`;
      if (rights === 'operator' && call in ADMIN_ATTEMPTS) expect([where, cells[index]]).toEqual([where, 'yes']);
      else if (typeof rights === 'string')
        expect([where, cells[index] === '401']).toEqual([where, endpoint.needs !== 'anybody']);
      else
        expect([where, cells[index] === '403']).toEqual([where, !mayCall(rights, endpoint) || isBound(call, target)]);
    }
  }
});

/** Whether the call is bound to the checkpoints of the workgroup. */
const isBound = (call: string, target: Target) =>
  target === 'elsewhere' && ['getSnapshot', 'getSnapshotSegment', 'lookupTicket'].includes(call);

test('no right opens another domain', () => {
  for (const { call, target, cells } of rows) {
    if (target === 'foreign')
      expect([call, cells.slice(0, -1).filter((cell) => cell === 'yes' || cell === 'marked')]).toEqual([call, []]);
  }
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
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*') && !/^\/(health|ready)z$/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(paths)].toSorted()).toEqual(CALLS.map(([, { method, path }]) => `${method} ${path}`).toSorted());
});

test('docs/rights.md is what the calls answered', async () => {
  const page = formatRightsPage(
    rows,
    COLUMNS.map(([title]) => title),
  );
  await expect(page).toMatchFileSnapshot('../../../../docs/rights.md');
});
