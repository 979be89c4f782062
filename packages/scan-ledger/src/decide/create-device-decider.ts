import type { Verdict } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { TicketsState } from '../model/tickets-state.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { TicketsSource } from '../ports/server.ts';
import type { TicketStore } from '../ports/ticket-store.ts';
import type { LogDatabaseOptions } from '../store/log-database.ts';
import type { Tickets } from '../tickets/create-tickets.ts';
import { deleteTickets } from '../tickets/delete-tickets.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import { pendingVerdict } from './pending-verdict.ts';

/** Options of createDeviceDecider. */
export interface DeviceDeciderOptions {
  /** The source of tickets; without it every verdict is pending, and tickets that are stored here are deleted. */
  readonly source?: TicketsSource | undefined;
  /** Stores the tickets. @default IndexedDB */
  readonly ticketStore?: TicketStore | undefined;
  readonly database: LogDatabaseOptions;
  readonly store: Pick<LogStore, 'listEffective'>;
  readonly owner: () => LedgerOwner | null;
  readonly checkpointId: () => string | null;
  readonly clock: Clock;
  readonly time: Pick<LedgerTime, 'now' | 'read'>;
  readonly locks: LockManager | null;
  readonly ticketsStaleAfterMs: () => number;
  readonly ticketsExpireAfterMs: () => number;
  readonly onState: (state: TicketsState) => void;
  /** Called after this tab changed the stored tickets. */
  readonly onChanged: () => void;
  readonly log: LedgerLog;
}

/** Decides without the server. Tickets and rules load when first used, which is when somebody is signed in. */
export interface DeviceDecider {
  /** Deletes the stored tickets if there is no source. */
  start(): void;
  /** Loads the tickets; `null` without a source. */
  tickets(): Promise<Tickets> | null;
  /** Returns what this device alone can say about a scan. */
  decide(entry: LedgerScan): Promise<Verdict>;
  /** Reads the stored tickets again, if they are loaded: another tab changed them. */
  reread(): void;
  close(): Promise<void>;
}

type Offline = Awaited<ReturnType<typeof load>> & { readonly tickets: Tickets };

const load = () => import('./offline.ts');

/** Creates the device's decider with nothing loaded. */
export function createDeviceDecider(options: DeviceDeciderOptions): DeviceDecider {
  const { source, ticketStore, database, store, clock, time, log, ...settings } = options;
  let offline: Promise<Offline> | null = null;

  async function open(from: TicketsSource): Promise<Offline> {
    const loaded = await load();
    const tickets = loaded.createTickets({
      ...settings,
      ...{ clock, time, log, source: from, lockName: database.databaseName },
      store: ticketStore ?? loaded.createIndexedDbTicketStore(database),
    });
    return { ...loaded, tickets };
  }

  function getOffline(): Promise<Offline> | null {
    if (!source) return null;
    offline ??= open(source).catch((cause) => {
      // A failure is not remembered: the next use loads again.
      offline = null;
      throw cause;
    });
    return offline;
  }

  return {
    start() {
      if (!source && !ticketStore) deleteTickets({ ...database, log });
    },
    tickets: () => getOffline()?.then(({ tickets }) => tickets) ?? null,
    async decide(entry) {
      const loaded = await getOffline();
      if (!loaded) return pendingVerdict(entry.scan.mode, time.now());
      return loaded.decideOnDevice(entry, { tickets: loaded.tickets, store, time });
    },
    reread() {
      void offline
        ?.then(({ tickets }) => tickets.read())
        .catch((cause) => log({ name: 'ledger-tickets-not-read', cause }));
    },
    async close() {
      const loaded = await offline?.catch(() => null);
      loaded?.tickets.close();
      offline = null;
    },
  };
}
