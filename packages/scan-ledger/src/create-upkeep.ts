import type { Verdict } from '@scantix/api-contract';
import type { Clock } from './clock.ts';
import type { Conflicts } from './conflicts.ts';
import { pendingVerdict } from './decide/pending-verdict.ts';
import type { LedgerStateKeeper } from './ledger-state.ts';
import { createRounds } from './rounds.ts';
import type { LedgerOwner, LedgerScan } from './scan-ledger.ts';
import type { LedgerLog } from './scan-ledger-options.ts';
import type { ScanStore } from './scan-store.ts';
import type { Tickets } from './snapshot/create-tickets.ts';
import type { Surroundings } from './surroundings.ts';

export interface UpkeepOptions {
  /** Loads what decides without the server; `null` where there are no tickets to be had. */
  readonly loadTickets: (() => Promise<Tickets>) | null;
  readonly store: ScanStore;
  readonly state: LedgerStateKeeper;
  readonly conflicts: Conflicts;
  readonly owner: () => LedgerOwner | null;
  readonly checkpointId: () => string | null;
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly refreshEveryMs: number;
  readonly keepNewest: number;
  readonly keepForMs: number;
  readonly log: LedgerLog;
}

/** Looks after tickets, conflicts and the length of the log while the page is open. */
export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  /** All of it now; the round that runs, if one does. */
  now(): Promise<void>;
  /** All of it now, if somebody else has signed in since, or a place is known now. */
  nowIfNews(): void;
  /** Another tab has changed the tickets. */
  heard(): void;
  /** What this device can say of a scan by itself. */
  decideHere(entry: LedgerScan): Promise<Verdict>;
}

/** How many rows the log forgets in one transaction. */
const TRIM_AT_ONCE = 500;

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, state, conflicts, owner, checkpointId, surroundings, clock, random, log } = options;
  const { refreshEveryMs: everyMs, keepNewest, keepForMs } = options;
  const rounds = createRounds({ clock, random, everyMs, isWanted: surroundings.isVisible, run: round });
  let tickets: Promise<Tickets> | null = null;
  /** For whom the last round was. */
  let roundFor: string | null = null;

  /** Code and storage of the tickets come when somebody is signed in, not with the first page. */
  function getTickets(): Promise<Tickets> | null {
    if (!options.loadTickets) return null;
    tickets ??= options.loadTickets().catch((cause) => {
      tickets = null;
      throw cause;
    });
    return tickets;
  }

  async function round(signal: AbortSignal): Promise<'done' | 'failed'> {
    const who = owner();
    if (!who) return 'done';
    roundFor = placeOf(who);
    try {
      const known = await getTickets();
      await known?.read();
      while (!signal.aborted && (await trim(who)) > 0);
      // Coming back online asks for a round by itself.
      if (!surroundings.isOnline()) return 'done';
      const fetched = await known?.refresh(signal);
      const answered = await conflicts.refresh(signal);
      await state.refresh();
      return fetched !== 'failed' && answered ? 'done' : 'failed';
    } catch (cause) {
      if (!signal.aborted) log({ name: 'ledger-round-failed', cause });
      return 'failed';
    }
  }

  const placeOf = ({ domain }: LedgerOwner) => `${checkpointId() === null ? 'nowhere' : 'somewhere'} ${domain}`;
  const isNews = () => {
    const who = owner();
    return who !== null && roundFor !== placeOf(who);
  };
  const trim = ({ domain }: LedgerOwner) =>
    store.trim({ domain, keepNewest, keepSince: clock.now() - keepForMs, limit: TRIM_AT_ONCE });

  return {
    start: rounds.start,
    async stop() {
      await rounds.stop();
      (await tickets?.catch(() => null))?.close();
      tickets = null;
    },
    now: rounds.now,
    nowIfNews() {
      // The round that runs may have begun before the news.
      if (isNews()) void rounds.now().then(() => (isNews() ? rounds.now() : undefined));
    },
    heard() {
      void tickets?.then((known) => known.read()).catch((cause) => log({ name: 'ledger-tickets-not-read', cause }));
    },
    async decideHere(entry) {
      const known = await getTickets();
      if (!known) return pendingVerdict(entry.scan.mode, clock.now());
      const { decideOnDevice } = await import('./snapshot/index.ts');
      return decideOnDevice(entry, { tickets: known, store });
    },
  };
}
