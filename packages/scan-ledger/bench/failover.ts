// Run by scripts/chaos-failover.mjs in namespaces of its own: gates scan while machines of deploy/high-availability fail.
import 'fake-indexeddb/auto';
import { connectTo } from '../../../scripts/bench/database.ts';
import { seededRandom } from '../../../scripts/bench/random.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { judge } from './chaos/judge.ts';
import { createOwnPart } from './chaos/own-part.ts';
import { createCodes } from './chaos/presented-codes.ts';
import { readDatabase } from './chaos/read-database.ts';
import { replaceTickets, type SignedIn, signInDevices } from './domain.ts';
import { DATABASE_URL, SIGN_IN_ORIGIN } from './failover/app-machine.ts';
import { configure } from './failover/cluster.ts';
import { type Crew, openCrew } from './failover/crew.ts';
import { FAULTS, type Fault, type Installation } from './failover/faults.ts';
import { findForgotten, type Kept } from './failover/find-forgotten.ts';
import { runFault } from './failover/run-fault.ts';
import { startInstallation } from './failover/start-installation.ts';

const OWN_TICKETS = 600;
const GROUP_ENTRIES = 3;
/** Of the file patroni.env. */
const PATRONI = { user: 'patroni', password: 'choose-one' };
/** A planted fault: commits are answered before a second machine has them. */
const ASYNCHRONOUS = { synchronous_mode: false, synchronous_mode_strict: false };
const PLANTED_GATES = 3;

async function measure(bench: Bench): Promise<void> {
  const { option, say } = bench;
  const gates = Number(option('gates') ?? 6);
  const rounds = Number(option('rounds') ?? 1);
  const faults = (option('faults')?.split(',') ?? Object.keys(FAULTS)).map(findFault);
  const random = seededRandom(Number(option('seed') ?? 1));
  const installation = await startInstallation(option('folder') ?? '', option('postgres') ?? '');
  say('three machines, HAProxy and two processes of the API run');

  const sessions = await signInDevices(SIGN_IN_ORIGIN, gates + PLANTED_GATES);
  const named = sessions.map((session, index) => [`bench-${index}`, session] as const);
  const devices = named.map(([device]) => device);
  await withDatabase((database) => replaceTickets(database, ticketsFor(devices)));
  const nextCode = createCodes(random);
  const openGates = (some: typeof named) => openCrew({ sessions: new Map<string, SignedIn>(some), nextCode, random });

  const crew = await openGates(named.slice(0, gates));
  for (const fault of Array.from({ length: rounds }, () => faults).flat()) {
    const { everywhere, atOneGate } = await runFault(bench, { fault, installation, crew });
    bench.check('without decisions by the server', { over: fault.name, measured: everywhere, unit: 's' });
    bench.check('the same at the gate that waited longest', { over: fault.name, measured: atOneGate, unit: 's' });
  }
  await judgeCrew(bench, crew, { devices: devices.slice(0, gates), faults: faults.length * rounds });
  await plant(bench, installation, await openGates(named.slice(gates)));
}

async function judgeCrew(
  bench: Bench,
  crew: Crew,
  { devices, faults }: { devices: string[]; faults: number },
): Promise<void> {
  const ends = await crew.finish();
  const { acknowledged, events } = crew;
  const over = `${faults} faults, ${acknowledged.length} acknowledged scans`;
  const forgotten = findForgotten(acknowledged, await withDatabase(readKept));
  for (const text of forgotten.slice(0, 20)) bench.say(text);
  bench.check('acknowledged scans missing', { over, measured: forgotten.length, target: { is: 0 } });
  const stored = await withDatabase(readDatabase);
  judge(bench, { events, devices: ends, ...createOwnPart(stored, devices, [...devices, 'shared', 'group']) }, { over });
}

/** Shows that a scan that is lost is found: without a synchronous replica the primary goes on alone. */
async function plant(bench: Bench, installation: Installation, crew: Crew): Promise<void> {
  await configure(ASYNCHRONOUS, PATRONI);
  await runFault(bench, { fault: findFault('peers'), installation, crew }, { isSynchronous: false });
  await crew.finish();
  const forgotten = findForgotten(crew.acknowledged, await withDatabase(readKept));
  bench.check('acknowledged scans missing', {
    over: 'planted: asynchronous commit, the primary cut off from the other two',
    measured: forgotten.length,
    target: { moreThan: 0 },
  });
}

function findFault(name: string): Fault {
  const fault = FAULTS[name];
  if (fault) return fault;
  throw new Error(`No such fault: ${name}. There are: ${Object.keys(FAULTS).join(', ')}.`);
}

function ticketsFor(devices: readonly string[]) {
  return [
    ...devices.map((prefix) => ({ prefix, count: OWN_TICKETS, entries: 1 })),
    { prefix: 'shared', count: OWN_TICKETS, entries: 1 },
    { prefix: 'group', count: OWN_TICKETS / 4, entries: GROUP_ENTRIES },
  ];
}

function readKept(database: ReturnType<typeof connectTo>): Promise<Kept[]> {
  return database.query<Kept>(
    `select id, offered_again as "offeredAgain", (extract(epoch from received_at) * 1000)::float8 as "receivedAt"
     from scans`,
  );
}

async function withDatabase<Result>(use: (database: ReturnType<typeof connectTo>) => Promise<Result>): Promise<Result> {
  const database = connectTo(DATABASE_URL);
  return use(database).finally(() => database.close());
}

const options = ['folder', 'postgres', 'faults', 'rounds', 'gates', 'seed'];
await runBench('Failover', measure, { options });
