import { mayCall, type Right, WORKGROUP_RIGHTS } from '@scantix/api-contract';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { ADMIN_ATTEMPTS } from './admin-attempts.ts';
import {
  ATTEMPTS,
  type Attempt,
  type Caller,
  makeThings,
  sender,
  TARGETS,
  type Target,
  type Things,
  type TriedServer,
} from './call-attempts.ts';
import type { MatrixRow } from './format-rights-page.ts';
import type { SignedIn } from './start-test-server.ts';

/** An attempt of every call, by its name. */
export const ALL_ATTEMPTS: Readonly<Record<string, Attempt>> = { ...ATTEMPTS, ...ADMIN_ATTEMPTS };

/** Who calls: nobody, a clerk with these rights, or who operates the server. */
export type RightsColumn = readonly [title: string, rights: readonly Right[] | 'nobody' | 'operator'];

/** The columns: nobody, then clerks with these rights, and who operates the server. */
export const COLUMNS: readonly RightsColumn[] = [
  ['nobody', 'nobody'],
  ['no right', []],
  ['`scan`', ['scan']],
  ['`scan` `search`', ['scan', 'search']],
  ['`supervise`', ['supervise']],
  ['`manage`', ['manage']],
  ['all', ['scan', 'supervise', 'manage']],
  ['operator', 'operator'],
];

/** Makes every call with every right, for everything that it can name. */
export async function tryEverything(server: TriedServer, columns: readonly RightsColumn[]): Promise<MatrixRow[]> {
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

  const made: MatrixRow[] = CONTRACT_CALLS.toSorted(([one], [other]) => one.localeCompare(other)).flatMap(
    ([call, endpoint]) => targetsOf(call).map((target) => ({ call, endpoint, target, cells: [] })),
  );
  for (const [, who] of columns) {
    const rights = typeof who === 'string' ? [] : who;
    await north.limitColleague({
      rights: WORKGROUP_RIGHTS.filter((right) => rights.includes(right)),
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

/** Where a call let somebody in who must not, or kept somebody out: the call, whose things, and who called. Pure. */
export function breachesOf(rows: readonly MatrixRow[], columns: readonly RightsColumn[]): string[] {
  return rows.flatMap(({ call, endpoint, target, cells }) =>
    columns.flatMap(([title, rights], index) => {
      const cell = cells[index];
      const isForeign = target === 'foreign' && rights !== 'operator' && (cell === 'yes' || cell === 'marked');
      let isRight: boolean;
      if (rights === 'operator' && call in ADMIN_ATTEMPTS) isRight = cell === 'yes';
      else if (typeof rights === 'string') isRight = (cell === '401') === (endpoint.needs !== 'anybody');
      else isRight = (cell === '403') === (!mayCall(rights, endpoint) || isBound(call, target));
      return isRight && !isForeign ? [] : [`${call} of ${target} by ${title}: ${cell}`];
    }),
  );
}

/** Whether the call is bound to the checkpoints of the workgroup. */
const isBound = (call: string, target: Target) =>
  target === 'elsewhere' && ['getSnapshot', 'getSnapshotSegment', 'lookupTicket'].includes(call);
