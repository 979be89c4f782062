import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expectEqual } from '@scantix/runtime-utils/testing';
import { refuse, type Script, unreachable } from '../create-fake-server.ts';
import { createMemoryScanStore } from '../create-memory-scan-store.ts';
import { createMemoryTicketStore } from '../create-memory-ticket-store.ts';
import { read, type Tab, type TabOptions, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** A healthy server answers well within the decision budget, and later than a device waits after a failed call. */
const ANSWER_MS = 1_000;
const STEP_MS = 200;
/** Scans at each gate; their pauses cover a time-out and several retries. */
const VISITORS = 3;
const PAUSE_MS = 9_000;
const CODES = Array.from({ length: VISITORS }, (_, index) => `visitor ${index}`);

/** The server answers after its time. */
const inTime =
  ({ clock }: World, ms = ANSWER_MS): Script =>
  ({ handle }) =>
    new Promise((resolve) => clock.after(ms, () => resolve(handle())));

/** Lets time pass in steps, with turns for storage, locks and ciphers between them, until it is over. */
async function pass({ clock }: World, { ledger }: Tab, ms: number, isOver?: () => boolean): Promise<void> {
  // Nobody watches a pause that closely.
  const stepMs = isOver ? STEP_MS : 5 * STEP_MS;
  for (let passed = 0; passed < ms && !isOver?.(); passed += stepMs) {
    clock.advance(stepMs);
    for (let turns = 0; turns < 2; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      await ledger.list({ limit: 1 });
      // Ciphers run on threads of their own: one that is asked for later ends later.
      await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    }
  }
}

async function openGate(world: World, options: TabOptions = {}): Promise<Tab> {
  const gate = world.openTab(options);
  await gate.ledger.start();
  await gate.ledger.refreshTickets();
  return gate;
}

/** A gate of another device. */
function openOther(world: World): Promise<Tab> {
  const databaseName = `other-device-${Math.random()}`;
  const [store, ticketStore] = [createMemoryScanStore(), createMemoryTicketStore()];
  return openGate(world, { databaseName, store, ticketStore, deviceId: async () => 'device-2' });
}

/** Presents a code; returns who decided, and how. */
async function present(world: World, gate: Tab, barcode: string): Promise<string> {
  const { scan } = await gate.ledger.record(read(barcode));
  let shown: string | null = null;
  void gate.ledger.decide(scan.id).then(({ reason, certainty }) => {
    shown = `${reason} ${certainty}`;
  });
  await pass(world, gate, 4_000, () => shown !== null);
  return shown ?? 'nothing';
}

/** Presents each ticket at the gate in trouble, then at the other one: the server decides every time, and lets in once. */
async function expectServer(world: World, gate: Tab): Promise<void> {
  const other = await openOther(world);
  const shown: string[] = [];
  for (const code of CODES) {
    shown.push(await present(world, gate, code), await present(world, other, code));
    await pass(world, gate, PAUSE_MS);
  }
  expectEqual(
    shown,
    CODES.flatMap(() => ['ok server', 'already_used server']),
  );
}

/** Opens the gate with scans that wait for the server already, all of other codes. */
async function openWithBacklog(world: World, count: number): Promise<{ gate: Tab; waiting: string[] }> {
  const gate = world.openTab();
  const codes = Array.from({ length: count }, (_, index) => `waiting ${index}`);
  const recorded = await Promise.all(codes.map((code) => gate.ledger.record(read(code))));
  const waiting = recorded.map(({ scan }) => scan.id);
  for (const code of CODES) world.server.tickets.set(code);
  return { gate, waiting };
}

async function startGate({ ledger }: Tab): Promise<void> {
  await ledger.start();
  await ledger.refreshTickets();
}

/** Calls with a scan of the backlog get `how`, others the answer of a healthy server. */
const forBacklog =
  (world: World, waiting: readonly string[], how: Script): Script =>
  (call) =>
    call.scans.some(({ id }) => waiting.includes(id)) ? how(call) : inTime(world)(call);

const hangs: Script = () => new Promise(() => {});

/** Scenarios of the contract: two healthy gates decide at the server, whatever else waits, fails or hangs. */
export const gateScenarios: readonly LedgerScenario[] = [
  ...[
    { what: 'one scan on which every call fails (503)', count: 1, how: refuse(503) },
    { what: 'one scan on which every call cannot be understood', count: 1, how: unreachable },
    { what: 'a backlog whose calls hang', count: 5, how: hangs },
    { what: 'a backlog that the server does not record (503)', count: 5, how: refuse(503) },
  ].map(({ what, count, how }) => ({
    title: `two gates decide at the server while one has ${what}`,
    async run(world: World) {
      const { gate, waiting } = await openWithBacklog(world, count);
      world.server.always(forBacklog(world, waiting, how));
      await startGate(gate);
      await expectServer(world, gate);
      expectEqual(gate.ledger.getSnapshot().waiting, count);
    },
  })),
  {
    title: 'two gates decide at the server while 500 scans of one wait, in calls of 10 s',
    async run(world) {
      const { gate, waiting } = await openWithBacklog(world, 500);
      world.server.always(forBacklog(world, waiting, inTime(world, 10_000)));
      await startGate(gate);
      await expectServer(world, gate);
      // On a busy machine the storage takes more turns than the calls take time.
      await pass(world, gate, 60_000, () => gate.ledger.getSnapshot().waiting === 0);
      expectEqual(gate.ledger.getSnapshot().waiting, 0);
    },
  },
  {
    title: 'two gates decide at the server after a scan of one whose own call failed (503)',
    async run(world) {
      const { gate } = await openWithBacklog(world, 0);
      world.server.tickets.set('poison');
      world.server.always((call) =>
        call.scans.some(({ barcode }) => barcode === 'poison') ? refuse(503)(call) : inTime(world)(call),
      );
      await startGate(gate);
      expectEqual(await present(world, gate, 'poison'), 'ok device');
      await expectServer(world, gate);
      expectEqual(gate.ledger.getSnapshot().waiting, 1);
    },
  },
  {
    title: 'a code that is read again while its first verdict is awaited admits once, and is no conflict',
    async run(world) {
      const { gate } = await openWithBacklog(world, 0);
      await startGate(gate);
      world.server.always(hangs);
      const { scan } = await gate.ledger.record(read('visitor 0'));
      const leaving = new AbortController();
      const left = gate.ledger.decide(scan.id, { signal: leaving.signal }).catch(() => 'left');
      await pass(world, gate, 400);
      leaving.abort();
      expectEqual([await left, await present(world, gate, 'visitor 0')], ['left', 'self_repeat device']);
      world.server.always(inTime(world));
      await pass(world, gate, 120_000, () => gate.ledger.getSnapshot().waiting === 0);
      expectEqual((await gate.ledger.get(scan.id))?.verdict?.reason, 'ok');
      const { conflicts } = await gate.ledger.listDecisions();
      expectEqual([world.server.tickets.state('visitor 0')?.entriesUsed, conflicts], [1, []]);
    },
  },
  {
    title: 'two gates decide at the server while an undo of one fails',
    async run(world) {
      const { gate } = await openWithBacklog(world, 0);
      await gate.end();
      world.server.tickets.set('undone');
      const broken = { kind: 'refused', status: 503, code: 'unavailable', message: 'broken' } as const;
      const failure = { ...broken, answer: NO_ANSWER_HEADERS };
      const failing = await openGate(world, {
        transport: { ...world.server, undo: async () => ({ ok: false, failure }) },
      });
      world.server.always(inTime(world));
      const { scan } = await failing.ledger.record(read('undone'));
      await pass(world, failing, 2_000);
      expectEqual((await failing.ledger.undo(scan.id)).ok, true);
      await expectServer(world, failing);
      expectEqual(failing.ledger.getSnapshot().waitingUndos, 1);
    },
  },
  {
    title: 'a gate decides at the server while the browser reports no network and sends succeed',
    async run(world) {
      for (const code of CODES) world.server.tickets.set(code);
      const surroundings = { isOnline: () => false, isVisible: () => true, onWake: () => () => {} };
      const gate = await openGate(world, { surroundings });
      world.server.always(inTime(world));
      // Nothing contradicts the report before the first answer.
      const shown: string[] = [];
      for (const code of CODES) {
        shown.push(await present(world, gate, code));
        await pass(world, gate, 12_000);
      }
      expectEqual(
        shown.slice(1),
        CODES.slice(1).map(() => 'ok server'),
      );
      await gate.ledger.refreshTickets();
      const { tickets, answersOffline } = gate.ledger.getSnapshot();
      expectEqual([tickets.status, answersOffline], ['ready', true]);
    },
  },
];
