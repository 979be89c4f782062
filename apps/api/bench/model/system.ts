import 'fake-indexeddb/auto';
import type { ScanMode } from '@scantix/api-contract';
import {
  createFakeClock,
  createWorld,
  read,
  type Tab,
  type World,
  type WorldOptions,
} from '@scantix/scan-ledger/testing';
import { IDBFactory } from 'fake-indexeddb';
import { inTime } from './in-time.ts';
import { DEVICE, type ModelApi, type ModelServer } from './model-api.ts';
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

/** The system under test: the ledger over one device's storage, and the API. */
export interface System {
  readonly world: World;
  readonly servers: Record<Domain, ModelServer>;
  readonly indexedDB: IDBFactory;
  readonly tabs: Tab[];
  online: boolean;
  clerk: Clerk | null;
  /** The id of each scan by its number; negative for another gate. */
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
    rights: new Map(),
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

/** Creates a device in a domain of its own, with Anna signed in. @param storage replaces the ledger's own storage */
export async function createSystem(api: ModelApi, storage: WorldOptions): Promise<System> {
  const wall = createFakeClock();
  // Time passes, nobody sets a clock: the steady clock goes with the wall clock, and no timer fires.
  const clock = { ...wall, monotonicNow: wall.now };
  const servers = await api.addDomains(clock);
  const called = () => serverOf(system, domainOf(system.clerk)).ports;
  const system: System = {
    ...{ world: createWorld({ ...storage, clock, called }), servers, indexedDB: new IDBFactory() },
    ...{ tabs: [], online: true, clerk: null, ids: new Map() },
  };
  signIn(system, 'anna');
  return system;
}

export const serverOf = ({ servers }: System, domain: Domain): ModelServer => servers[domain];

const domainOf = (clerk: Clerk | null): Domain => (clerk ? CLERKS[clerk] : 'north');

export function signIn(system: System, clerk: Clerk | null): void {
  system.clerk = clerk;
  const [first, second] = serverOf(system, domainOf(clerk)).clerks;
  system.world.signIn(clerk && { domain: CLERKS[clerk], clerk: clerk === 'ben' ? second : first });
}

/** Opens a tab of the device. It polls only on request: time alone changes no tickets. */
export async function openTab(system: System): Promise<Tab> {
  const tab = system.world.openTab({
    surroundings: { isOnline: () => system.online, isVisible: () => false, onWake: () => () => {} },
    indexedDB: system.indexedDB,
    deviceId: async () => DEVICE,
    checkpointId: () => serverOf(system, domainOf(system.clerk)).checkpointId,
  });
  system.tabs.push(tab);
  await tab.ledger.start();
  await tab.ledger.refreshTickets();
  return tab;
}

export function setOnline(system: System, online: boolean): void {
  system.online = online;
  for (const server of Object.values(system.servers)) server.setReachable(online);
}

/** Advances the time, then sends everything that can be sent. */
export async function pass(model: Model, system: System, ms: number): Promise<void> {
  model.now += ms;
  system.world.clock.set(model.now);
  await settle(model, system);
}

/** Delivers everything that can be delivered, in model and system. */
export async function settle(model: Model, { tabs }: System): Promise<void> {
  const isOnline = model.online && model.clerk !== null;
  for (const { ledger, until } of tabs) {
    await ledger.drain();
    // An undo may leave a moment after its scan. What never leaves is found by the comparison.
    if (isOnline) await inTime(until(({ waiting, waitingUndos }) => waiting + waitingUndos === 0)).catch(() => {});
  }
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
  const { tickets, log } = model.domains[domain];
  const received = new Set(log.filter(({ receivedAt }) => receivedAt !== null).map(({ number }) => number));
  model.ticketSet = { domain, tickets: new Map(tickets), received, downloadedAt: model.now };
}

/** Records a code in a tab. */
export async function record(system: System, tab: number, code: string, mode: ScanMode): Promise<string> {
  const { ledger } = tabAt(system, tab);
  const { checkpointId } = serverOf(system, domainOf(system.clerk));
  return (await ledger.record({ ...read(code), mode, checkpointId })).scan.id;
}

export function tabAt({ tabs }: System, index: number): Tab {
  return tabs[index % tabs.length] as Tab;
}
