import { uuidv7 } from 'uuidv7';
import { systemClock } from './clock.ts';
import { CALL_TIMEOUT_MS, createConflicts } from './conflicts.ts';
import { createUpkeep } from './create-upkeep.ts';
import { createDecider } from './decide/create-decider.ts';
import { createTurns } from './decide/create-turns.ts';
import { LedgerError } from './ledger-error.ts';
import { createLedgerState } from './ledger-state.ts';
import { makeEvent, makeScan } from './make-events.ts';
import type { LedgerScan, ScanLedger, TicketsSource } from './scan-ledger.ts';
import type { Reading, ScanLedgerOptions } from './scan-ledger-options.ts';
import { callInTime } from './sender/call-in-time.ts';
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
  const state = createLedgerState({ store, owner, clock, log });
  const clockOffset = createClockOffset((reading, before) => {
    const isNews = !before || Math.abs(reading.offsetMs - before.offsetMs) > CLOCK_DRIFT_MS;
    if (!isNews && reading.checkedAt - clockKeptAt < MINUTE_MS) return;
    clockKeptAt = reading.checkedAt;
    void store.keepClockOffset(reading).catch((cause) => log({ name: 'ledger-clock-not-kept', cause }));
  });
  const conflicts = createConflicts({ store, transport, owner, clock });
  const upkeep = createUpkeep({
    loadTickets: source ? () => loadTickets(source) : null,
    ...{ store, state, conflicts, owner, checkpointId, surroundings, clock, random, log },
    ...{ refreshEveryMs, keepNewest, keepForMs },
  });
  const decider = createDecider({
    store,
    clock,
    budgetMs,
    decideHere: upkeep.decideHere,
    inTurn: createTurns({ locks, name: `${databaseName}-decide`, clock }),
    onShown: (id) => noted(id, 0),
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
      void state.ensure();
      if (next.nextTryAt !== null) decider.giveUp();
    },
  });
  let sending: SenderState = { sending: false, nextTryAt: null, problem: null };
  let channel: TabChannel | null = null;
  let stopWaking: (() => void) | null = null;
  let started = false;
  let clockKeptAt = 0;

  const openStore = () => state.watch(() => store.open()).catch((cause) => log({ name: 'ledger-open-failed', cause }));

  async function loadTickets(from: TicketsSource): Promise<Tickets> {
    const { createTickets, createIndexedDbTicketStore } = await import('./snapshot/index.ts');
    return createTickets({
      store: options.ticketStore ?? createIndexedDbTicketStore(database),
      source: from,
      ...{ owner, checkpointId, clock, locks, lockName: databaseName, log },
      staleAfterMs: () => currentOf(snapshotStaleAfterMs),
      expiresAfterMs: () => currentOf(snapshotExpiresAfterMs),
      onState: state.setTickets,
      onChanged: () => channel?.tell({ tickets: true }),
    });
  }

  function budgetMs(): number {
    if (!surroundings.isOnline()) return 0;
    const budget = currentOf(decisionBudgetMs);
    return sending.nextTryAt === null ? budget : Math.min(budget, BUDGET_AFTER_FAILURE_MS);
  }

  /** The log changed in this tab. */
  function changed(ids: string[]): void {
    heard(ids);
    channel?.tell({ changed: ids });
  }

  /** The log changed in this tab, and so many more wait: everybody knows the numbers without counting. */
  function noted(id: string, waiting: number): void {
    heard([id], waiting);
    channel?.tell({ changed: [id], waiting });
  }

  /** The log changed, here or in another tab. */
  function heard(ids: string[], waiting?: number): void {
    decider.look(ids);
    if (waiting === undefined) void state.refresh({ changed: true });
    else state.note(waiting);
  }

  function send(): Promise<void> {
    if (started) upkeep.nowIfNews();
    return sender.drain();
  }

  async function drain(): Promise<void> {
    await send();
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
    await Promise.all([sender.stop(), upkeep.stop()]);
    decider.giveUp();
    await state.refresh();
    channel?.close();
    channel = null;
    store.close();
    state.setStorage({ status: 'starting', problem: null });
  }

  return {
    async start() {
      started = true;
      channel ??= openTabChannel(databaseName, (message) => {
        if ('changed' in message) heard(message.changed, message.waiting);
        else upkeep.heard();
      });
      stopWaking ??= surroundings.onWake(() => {
        void drain();
        void upkeep.now();
      });
      await openStore();
      clockOffset.restore(await store.readClockOffset().catch(() => null));
      await state.refresh();
      // Stopped while the storage was opening.
      if (!started) return;
      sender.start();
      upkeep.start();
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
      noted(scan.id, 1);
      void send();
      return { scan, domain: around.domain, sync: 'waiting', verdict: null, tally: 'undecided' };
    },

    decide(id, { signal } = {}) {
      void send();
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
      void send();
      return { ok: true, undo };
    },

    async undoElsewhere(scanId, { signal = new AbortController().signal } = {}) {
      const event = makeEvent({ ...circumstances(), deviceId: await deviceId() });
      return callInTime((its) => transport.undo(scanId, event, { signal: its }), {
        clock,
        timeoutMs: CALL_TIMEOUT_MS,
        signal,
      });
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
      const outcome = await conflicts.acknowledge(id, signal);
      if (outcome.ok) changed([]);
      return outcome;
    },

    async resendQuarantined(id, { signal } = {}) {
      signal?.throwIfAborted();
      if (!(await get(id))) return false;
      const requeued = await state.watch(() => store.requeue(id));
      if (requeued) changed([id]);
      void send();
      return requeued;
    },

    async exportScans(how) {
      const { exportScans } = await import('./export/export-scans.ts');
      return exportScans(store, owner()?.domain ?? '', how);
    },

    async refreshSnapshot({ signal } = {}) {
      signal?.throwIfAborted();
      await upkeep.now();
    },

    drain,
  };
}
