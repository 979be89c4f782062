import { createScanLedger } from '../create-scan-ledger.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerState } from '../model/ledger-state.ts';
import type { ScanToRecord } from '../model/scan-to-record.ts';
import type { ScanLedgerOptions } from '../options.ts';
import type { Clock } from '../ports/clock.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import type { ScanTransport, TicketsSource } from '../ports/server.ts';
import type { TicketStore } from '../ports/ticket-store.ts';
import type { ScanLedger } from '../scan-ledger.ts';
import { createFakeClock, type FakeClock } from './create-fake-clock.ts';
import { createFakeServer, type FakeServer } from './create-fake-server.ts';
import { createMemoryFactsStore } from './create-memory-facts-store.ts';
import { createMemoryNote } from './create-memory-note.ts';

/** One tab of the device, and how it dies. */
export interface Tab {
  readonly ledger: ScanLedger;
  /** Ends the tab as the browser does: no timer fires, no answer arrives, its locks are free, its storage remains. */
  kill(): void;
  /** Cleans up after the scenario. */
  end(): Promise<void>;
  /** Resolves once the state matches. */
  until(predicate: (state: LedgerState) => boolean): Promise<LedgerState>;
}

/** Options of openTab. */
export interface TabOptions extends Partial<ScanLedgerOptions> {
  /** Wraps the storage of this tab. */
  readonly changeStore?: (store: ScanStore) => ScanStore;
}

/** A device with its storage, two servers, and any number of tabs and clerks. */
export interface World {
  readonly clock: FakeClock;
  /** The server of domain `north`. */
  readonly server: FakeServer;
  /** The server of domain `south`. */
  readonly southServer: FakeServer;
  /** Signs in, or out with `null`. */
  signIn(owner: LedgerOwner | null): void;
  openTab(options?: TabOptions): Tab;
  /** Ends every tab. */
  close(): Promise<void>;
}

/** A clerk of domain `north`. */
export const ANNA: LedgerOwner = { domain: 'north', clerk: 'anna' };

/** Returns a code as the camera reads it. */
export function read(barcode: string): ScanToRecord {
  return {
    barcode,
    symbology: 'qr_code',
    scanMethod: 'camera',
    mode: 'entry',
    checkpointId: '01939f8e-0000-7000-8000-000000000001',
  };
}

/** Options of createWorld. */
export interface WorldOptions {
  /** Opens the storage that all tabs share, for one tab. @default the ledger's own, over IndexedDB */
  readonly openStore?: (clock: Clock) => ScanStore;
  /** Opens the storage of tickets, for one tab. @default the ledger's own */
  readonly openTicketStore?: (clock: Clock) => TicketStore;
  /** @default memory; without `openStore` the ledger's own */
  readonly openFacts?: (clock: Clock) => FactsStore;
  /** Returns the server that a tab calls. @default the fake server of the domain of who is signed in */
  readonly called?: () => ScanTransport & TicketsSource;
  /** @default a new one */
  readonly clock?: FakeClock;
}

/** Creates a device in domain `north`, with Anna signed in. */
export function createWorld({
  openStore,
  openTicketStore,
  openFacts,
  clock = createFakeClock(),
  called: givenServer,
}: WorldOptions): World {
  const memoryFacts = createMemoryFactsStore();
  const storage = createMemoryNote();
  const server = createFakeServer({ now: () => clock.now(), pageSize: 3 });
  const southServer = createFakeServer({ now: () => clock.now(), pageSize: 3 });
  const called = givenServer ?? (() => (owner?.domain === 'south' ? southServer : server));
  const tabs = new Set<Tab>();
  // Drawn: a count of this module begins anew where a test file resets the modules, and the databases stay.
  const databaseName = `scan-ledger-world-${crypto.randomUUID()}`;
  let owner: LedgerOwner | null = ANNA;

  function openTab({ changeStore = (store) => store, ...options }: TabOptions = {}): Tab {
    const death = new AbortController();
    const never = new Promise<never>(() => {});
    const mortal: Clock = {
      now: clock.now,
      monotonicNow: clock.monotonicNow,
      after: (delayMs, callback) => clock.after(delayMs, () => !death.signal.aborted && callback()),
    };
    async function alive<T>(call: () => Promise<T>): Promise<T> {
      if (death.signal.aborted) return never;
      const answer = await call();
      return death.signal.aborted ? never : answer;
    }
    const ledger = createScanLedger({
      owner: () => owner,
      deviceId: async () => 'device-1',
      random: () => 0.5,
      surroundings: { isOnline: () => true, isVisible: () => true, onWake: () => () => {} },
      databaseName,
      storage,
      clock: mortal,
      ...(openStore ? { store: changeStore(openStore(mortal)), facts: openFacts?.(mortal) ?? memoryFacts } : {}),
      locks: mortalLocks(navigator.locks, death.signal),
      transport: {
        send: (scans, calls) => alive(() => called().send(scans, calls)),
        undo: (id, undo, calls) => alive(() => called().undo(id, undo, calls)),
        listConflicts: (calls) => alive(() => called().listConflicts(calls)),
        acknowledgeConflict: (id, calls) => alive(() => called().acknowledgeConflict(id, calls)),
      },
      tickets: {
        fetchPage: (page, calls) => alive(() => called().fetchPage(page, calls)),
        fetchSegment: (segment, calls) => alive(() => called().fetchSegment(segment, calls)),
      },
      ...(openTicketStore ? { ticketStore: openTicketStore(mortal) } : {}),
      checkpointId: () => read('').checkpointId,
      ...options,
    });
    const tab: Tab = {
      ledger,
      kill: () => death.abort(),
      async end() {
        const stopped = ledger.stop();
        // In a dead tab nothing ends.
        if (!death.signal.aborted) await stopped;
      },
      until: (predicate) => untilState(ledger, predicate),
    };
    tabs.add(tab);
    return tab;
  }

  return {
    clock,
    server,
    southServer,
    signIn(next) {
      owner = next;
    },
    openTab,
    async close() {
      await Promise.all([...tabs].map((tab) => tab.end()));
    },
  };
}

function untilState(ledger: ScanLedger, predicate: (state: LedgerState) => boolean): Promise<LedgerState> {
  return new Promise((resolve) => {
    const check = () => {
      const state = ledger.getSnapshot();
      if (!predicate(state)) return;
      stop();
      resolve(state);
    };
    const stop = ledger.subscribe(check);
    check();
  });
}

/** Returns real locks that are released when their tab dies. */
function mortalLocks(locks: LockManager, death: AbortSignal): LockManager {
  const died = new Promise<void>((resolve) => death.addEventListener('abort', () => resolve()));
  const request = (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
    if (death.aborted) return new Promise(() => {});
    return locks.request(name, options, (lock) => (death.aborted ? undefined : Promise.race([callback(lock), died])));
  };
  return { request, query: () => locks.query() } as LockManager;
}
