import type { ScanMode } from '@scantix/api-contract';
import type { FakeServer } from '../../src/testing/create-fake-server.ts';
import { loseAnswer, unreachable } from '../../src/testing/create-fake-server.ts';
import { createMemoryScanStore } from '../../src/testing/create-memory-scan-store.ts';
import { createMemoryTicketStore } from '../../src/testing/create-memory-ticket-store.ts';
import { createWorld, read, type Tab, type WorldOptions } from '../../src/testing/create-world.ts';
import { deliver, type ModelDomain, type ModelTicketSet } from './reference.ts';

export const CLERKS = { anna: 'north', ben: 'north', carla: 'south' } as const;
export type Clerk = keyof typeof CLERKS;
export type Domain = (typeof CLERKS)[Clerk];

/** The expected state, in its simplest form. */
export interface Model {
  online: boolean;
  clerk: Clerk | null;
  now: number;
  tabs: number;
  ticketSet: ModelTicketSet | null;
  scans: number;
  readonly domains: Record<Domain, ModelDomain>;
}

/** The system under test: the ledger over one device's storage. */
export interface System {
  readonly world: ReturnType<typeof createWorld>;
  readonly tabs: Tab[];
  online: boolean;
  /** The id of each scan by its number. */
  readonly ids: Map<number, string>;
}

export const CODES = ['A', 'B', 'C'];

export function createModel(): Model {
  const newDomain = (): ModelDomain => ({
    tickets: new Map([
      ['A', { allowed: 1, cancelled: false, effects: [] }],
      ['B', { allowed: 2, cancelled: false, effects: [] }],
    ]),
    log: [],
    conflicts: 0,
  });
  return {
    online: true,
    clerk: 'anna',
    now: Date.parse('2026-11-21T09:00:00.000Z'),
    tabs: 0,
    ticketSet: null,
    scans: 0,
    domains: { north: newDomain(), south: newDomain() },
  };
}

/** Creates storage in memory, fast enough for thousands of runs. */
export function memoryStorage(): WorldOptions {
  const [store, ticketStore] = [createMemoryScanStore(), createMemoryTicketStore()];
  return { openStore: () => store, openTicketStore: () => ticketStore };
}

export function createSystem(storage: WorldOptions): System {
  const world = createWorld(storage);
  for (const server of [world.server, world.southServer]) {
    server.tickets.set('A', { entriesAllowed: 1 });
    server.tickets.set('B', { entriesAllowed: 2 });
  }
  return { world, tabs: [], online: true, ids: new Map() };
}

export const serverOf = ({ world }: System, domain: Domain): FakeServer =>
  domain === 'south' ? world.southServer : world.server;

/** Opens a tab of the device. It polls only on request: time alone changes no tickets. */
export async function openTab(system: System): Promise<Tab> {
  const tab = system.world.openTab({
    surroundings: { isOnline: () => system.online, isVisible: () => false, onWake: () => () => {} },
  });
  system.tabs.push(tab);
  await tab.ledger.start();
  await tab.ledger.refreshTickets();
  return tab;
}

export function setOnline(system: System, online: boolean): void {
  system.online = online;
  for (const server of [system.world.server, system.world.southServer]) {
    server.always(online ? null : unreachable);
    server.setReachable(online);
  }
}

/** Advances the time, then sends everything that can be sent. */
export async function pass(model: Model, system: System, ms: number): Promise<void> {
  model.now += ms;
  system.world.clock.set(model.now);
  await settle(model, system);
}

/** Delivers everything that can be delivered, in model and system. */
export async function settle(model: Model, { tabs }: System): Promise<void> {
  for (const { ledger } of tabs) await ledger.drain();
  if (model.online && model.clerk) deliver(model.domains[CLERKS[model.clerk]], model.now);
}

/** Refreshes the tickets of the device, where possible. */
export async function refresh(model: Model, { tabs }: System): Promise<void> {
  for (const { ledger } of tabs) await ledger.refreshTickets();
  downloadTickets(model);
}

export function downloadTickets(model: Model): void {
  if (!model.online || !model.clerk) return;
  const domain = CLERKS[model.clerk];
  model.ticketSet = { domain, tickets: new Map(model.domains[domain].tickets), downloadedAt: model.now };
}

/** Records a code in a tab. */
export async function record(system: System, tab: number, code: string, mode: ScanMode): Promise<string> {
  const { ledger } = tabAt(system, tab);
  return (await ledger.record({ ...read(code), mode })).scan.id;
}

export function tabAt({ tabs }: System, index: number): Tab {
  return tabs[index % tabs.length] as Tab;
}

export { loseAnswer };
