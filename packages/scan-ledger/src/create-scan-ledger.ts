import { uuidv7 } from 'uuidv7';
import { systemClock } from './clock.ts';
import { createConflicts } from './conflicts.ts';
import { createDecider } from './decide/create-decider.ts';
import { createTurns } from './decide/create-turns.ts';
import { pendingVerdict } from './decide/pending-verdict.ts';
import { LedgerError } from './ledger-error.ts';
import { createLedgerState } from './ledger-state.ts';
import { makeEvent, makeScan } from './make-events.ts';
import { createRounds } from './rounds.ts';
import type { LedgerOwner, LedgerScan, ScanLedger } from './scan-ledger.ts';
import type { Reading, ScanLedgerOptions } from './scan-ledger-options.ts';
import { createClockOffset } from './sender/clock-offset.ts';
import { createSender, type SenderState } from './sender/create-sender.ts';
import type { Tickets } from './snapshot/create-tickets.ts';
import { createIndexedDbScanStore } from './store/create-indexed-db-scan-store.ts';
import { browserSurroundings } from './surroundings.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long the server still gets after a try has failed. */
const BUDGET_AFTER_FAILURE_MS = 400;

/** A difference of clocks that is more than the way of a call explains. */
const CLOCK_DRIFT_MS = 1_000;

/** How many rows the log forgets in one transaction. */
const TRIM_AT_ONCE = 500;

const currentOf = (reading: Reading) => (typeof reading === 'number' ? reading : reading());

/**
 * Code to durable record to verdict: the outbox, its sender, the tickets and the log of this device.
 *
 * @example
 * const ledger = createScanLedger({ transport, owner, deviceId, tickets, checkpointId });
 * await ledger.start();
 * const { scan } = await ledger.record({ barcode, symbology: 'qr_code', scanMethod: 'camera', mode: 'entry', checkpointId });
 * const verdict = await ledger.decide(scan.id);
 */
export function createScanLedger(options: ScanLedgerOptions): ScanLedger {
  const {
    transport,
    owner,
    deviceId,
    tickets: source,
    checkpointId = () => null,
    decisionBudgetMs = 3_000,
    snapshotStaleAfterMs = 15 * MINUTE_MS,
    snapshotExpiresAfterMs = 12 * HOUR_MS,
    refreshEveryMs = MINUTE_MS,
    keepNewest = 20_000,
    keepForMs = 30 * 24 * HOUR_MS,
    indexedDB = globalThis.indexedDB,
    locks = globalThis.navigator?.locks ?? null,
    clock = systemClock,
    newId = uuidv7,
    random = Math.random,
    surroundings = browserSurroundings,
    storageDeadlineMs: deadlineMs = 5_000,
    databaseName = 'scantix-scan-ledger',
    log = () => {},
  } = options;
  const database = { indexedDB, clock, databaseName, deadlineMs };
  const { store = createIndexedDbScanStore({ ...database, onClosed: () => started && void openStore() }) } = options;
  const state = createLedgerState({ store, owner, log });
  const clockOffset = createClockOffset((reading, before) => {
    const isNews = !before || Math.abs(reading.offsetMs - before.offsetMs) > CLOCK_DRIFT_MS;
    if (!isNews && reading.checkedAt - clockKeptAt < MINUTE_MS) return;
    clockKeptAt = reading.checkedAt;
    void store.keepClockOffset(reading).catch((cause) => log({ name: 'ledger-clock-not-kept', cause }));
  });
  const conflicts = createConflicts({ store, transport, owner, now: () => clock.now() });
  const decider = createDecider({
    store,
    clock,
    budgetMs,
    decideHere,
    inTurn: createTurns({ locks, name: `${databaseName}-decide`, clock }),
    onShown: (id) => changed([id]),
    log,
  });
  const sender = createSender({
    store,
    transport,
    owner,
    locks,
    lockName: databaseName,
    clock,
    clockOffset,
    random,
    holder: newId(),
    onSettled: (ids) => changed(ids),
    onConflicts: conflicts.keep,
    onState(next) {
      sending = next;
      state.setSender(next);
      if (next.sending) return;
      void state.refresh();
      if (next.nextTryAt !== null) decider.giveUp();
    },
  });
  const rounds = createRounds({ clock, random, everyMs: refreshEveryMs, isWanted: surroundings.isVisible, run: round });
  let sending: SenderState = { sending: false, nextTryAt: null, problem: null };
  let tickets: Promise<Tickets> | null = null;
  /** For whom the last round was. */
  let roundFor: string | null = null;
  let channel: TabChannel | null = null;
  let stopWaking: (() => void) | null = null;
  let started = false;
  let clockKeptAt = 0;

  const openStore = () => state.watch(() => store.open()).catch((cause) => log({ name: 'ledger-open-failed', cause }));

  /** Code and storage of the tickets come when somebody is signed in, not with the first page. */
  function getTickets(): Promise<Tickets> | null {
    if (!source) return null;
    tickets ??= loadTickets().catch((cause) => {
      tickets = null;
      throw cause;
    });
    return tickets;

    async function loadTickets(): Promise<Tickets> {
      const { createTickets, createIndexedDbTicketStore } = await import('./snapshot/index.ts');
      return createTickets({
        store: options.ticketStore ?? createIndexedDbTicketStore(database),
        source: source as NonNullable<typeof source>,
        ...{ owner, checkpointId, clock, locks, lockName: databaseName, log },
        staleAfterMs: () => currentOf(snapshotStaleAfterMs),
        expiresAfterMs: () => currentOf(snapshotExpiresAfterMs),
        onState: state.setTickets,
        onChanged: () => channel?.tell({ tickets: true }),
      });
    }
  }

  function budgetMs(): number {
    if (!surroundings.isOnline()) return 0;
    const budget = currentOf(decisionBudgetMs);
    return sending.nextTryAt === null ? budget : Math.min(budget, BUDGET_AFTER_FAILURE_MS);
  }

  async function decideHere(entry: LedgerScan) {
    const known = await getTickets();
    if (!known) return pendingVerdict(entry.scan.mode, clock.now());
    const { decideOnDevice } = await import('./snapshot/index.ts');
    return decideOnDevice(entry, { tickets: known, store });
  }

  /** What is looked after while the page is open: tickets, conflicts, and the length of the log. */
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
  const trim = ({ domain }: LedgerOwner) =>
    store.trim({ domain, keepNewest, keepSince: clock.now() - keepForMs, limit: TRIM_AT_ONCE });

  /** The log changed in this tab. */
  function changed(ids: string[]): void {
    heard(ids);
    channel?.tell({ changed: ids });
  }

  /** The log changed, here or in another tab. */
  function heard(ids: string[]): void {
    decider.look(ids);
    void state.refresh({ changed: true });
  }

  async function drain(): Promise<void> {
    const who = owner();
    if (started && who && roundFor !== placeOf(who)) void rounds.now();
    await sender.drain();
    await state.refresh();
  }

  /** Who does something now, and when by which clock: nothing is awaited before it is known. */
  function circumstances() {
    const who = owner();
    if (!who) throw new LedgerError('signed-out');
    return { id: newId(), claimedAt: clock.now(), claimedBy: who.clerk, clock: clockOffset.read(), domain: who.domain };
  }

  async function get(id: string): Promise<LedgerScan | null> {
    const found = await store.get(id);
    return found && found.domain === owner()?.domain ? found : null;
  }

  async function stop(): Promise<void> {
    started = false;
    stopWaking?.();
    stopWaking = null;
    await Promise.all([sender.stop(), rounds.stop()]);
    decider.giveUp();
    await state.refresh();
    channel?.close();
    channel = null;
    store.close();
    (await tickets?.catch(() => null))?.close();
    tickets = null;
    state.setStorage({ status: 'starting', problem: null });
  }

  return {
    async start() {
      started = true;
      channel ??= openTabChannel(databaseName, (message) => {
        if ('changed' in message) heard(message.changed);
        else void tickets?.then((known) => known.read());
      });
      stopWaking ??= surroundings.onWake(() => {
        void drain();
        void rounds.now();
      });
      await openStore();
      clockOffset.restore(await store.readClockOffset().catch(() => null));
      await state.refresh();
      // Stopped while the storage was opening.
      if (!started) return;
      sender.start();
      rounds.start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,

    async record(read, { signal } = {}) {
      const around = circumstances();
      const scan = makeScan(read, { ...around, deviceId: await deviceId() });
      // From here on it must not be given up: what is written will be sent.
      signal?.throwIfAborted();
      await state.watch(() => store.add(scan, around.domain));
      state.countIn();
      changed([scan.id]);
      void drain();
      return { scan, domain: around.domain, sync: 'waiting', verdict: null, tally: 'undecided' };
    },

    decide(id, { signal } = {}) {
      void drain();
      return decider.decide(id, signal);
    },

    async get(id, { signal } = {}) {
      signal?.throwIfAborted();
      return get(id);
    },

    async list({ limit = 50, before, sync, signal } = {}) {
      signal?.throwIfAborted();
      const domain = owner()?.domain;
      if (domain === undefined) return [];
      return store.list({ domain, limit, ...(before === undefined ? {} : { before }), ...(sync ? { sync } : {}) });
    },

    async count({ since, until = Number.MAX_SAFE_INTEGER, signal }) {
      signal?.throwIfAborted();
      return store.tally({ domain: owner()?.domain ?? '', since, until });
    },

    async undo(scanId, { signal } = {}) {
      const around = circumstances();
      const event = makeEvent({ ...around, deviceId: await deviceId() });
      signal?.throwIfAborted();
      if (!(await get(scanId))) throw new LedgerError('unknown-scan');
      const undo = await state.watch(() => store.addUndo(scanId, event, around.claimedAt));
      if (!undo) return { ok: false, reason: 'nothing-to-undo' };
      changed([scanId]);
      void drain();
      return { ok: true, undo };
    },

    async listDecisions({ signal } = {}) {
      signal?.throwIfAborted();
      const domain = owner()?.domain;
      if (domain === undefined) return { conflicts: [], quarantined: [] };
      return {
        conflicts: await store.listConflicts(domain),
        quarantined: await store.list({ domain, limit: 500, sync: 'quarantined' }),
      };
    },

    async acknowledgeConflict(id, { signal = new AbortController().signal } = {}) {
      const told = await conflicts.acknowledge(id, signal);
      if (told) changed([]);
      return told;
    },

    async resendQuarantined(id, { signal } = {}) {
      signal?.throwIfAborted();
      if (!(await get(id))) return false;
      const requeued = await state.watch(() => store.requeue(id));
      if (requeued) changed([id]);
      void drain();
      return requeued;
    },

    async exportScans(how) {
      const { exportScans } = await import('./export/export-scans.ts');
      return exportScans(store, owner()?.domain ?? '', how);
    },

    async refreshSnapshot({ signal } = {}) {
      signal?.throwIfAborted();
      await rounds.now();
    },

    drain,
  };
}
