import { uuidv7 } from 'uuidv7';
import { systemClock } from './clock.ts';
import { createDecider } from './create-decider.ts';
import { LedgerError } from './ledger-error.ts';
import { createLedgerState } from './ledger-state.ts';
import { makeScan } from './make-scan.ts';
import type { LedgerScan, ScanLedger } from './scan-ledger.ts';
import type { ScanLedgerOptions } from './scan-ledger-options.ts';
import { createClockOffset } from './sender/clock-offset.ts';
import { createSender } from './sender/create-sender.ts';
import { createIndexedDbScanStore } from './store/create-indexed-db-scan-store.ts';
import { browserSurroundings } from './surroundings.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';

/**
 * Code to durable record to verdict: the outbox, its sender and the log of this device.
 *
 * @example
 * const ledger = createScanLedger({ transport, owner, deviceId });
 * await ledger.start();
 * const { scan } = await ledger.record({ barcode, symbology: 'qr_code', scanMethod: 'camera', mode: 'entry', checkpointId });
 * const verdict = await ledger.decide(scan.id);
 */
export function createScanLedger(options: ScanLedgerOptions): ScanLedger {
  const {
    transport,
    owner,
    deviceId,
    indexedDB = globalThis.indexedDB,
    locks = globalThis.navigator?.locks ?? null,
    clock = systemClock,
    newId = uuidv7,
    random = Math.random,
    surroundings = browserSurroundings,
    decisionBudgetMs = 3_000,
    storageDeadlineMs: deadlineMs = 5_000,
    databaseName = 'scantix-scan-ledger',
    store = createIndexedDbScanStore({ indexedDB, clock, databaseName, deadlineMs }),
    log = () => {},
  } = options;

  const clockOffset = createClockOffset();
  const state = createLedgerState({ store, owner, log });
  const decider = createDecider({ store, clock, decisionBudgetMs, onShown: (id) => changed([id]), log });
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
    onState(sender) {
      state.setSender(sender);
      if (sender.sending) return;
      void state.refresh();
      if (sender.nextTryAt !== null && !surroundings.isOnline()) decider.giveUp();
    },
  });
  let channel: TabChannel | null = null;
  let stopWaking: (() => void) | null = null;
  let started = false;

  /** The log changed in this tab. */
  function changed(ids: string[]): void {
    heard(ids);
    channel?.tell(ids);
  }

  /** The log changed, here or in another tab. */
  function heard(ids: string[]): void {
    decider.look(ids);
    void state.refresh({ changed: true });
  }

  async function drain(): Promise<void> {
    await sender.drain();
    await state.refresh();
  }

  async function stop(): Promise<void> {
    started = false;
    stopWaking?.();
    stopWaking = null;
    await sender.stop();
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
      channel ??= openTabChannel(databaseName, heard);
      stopWaking ??= surroundings.onWake(() => void drain());
      await state.watch(() => store.open()).catch((cause) => log({ name: 'ledger-open-failed', cause }));
      await state.refresh();
      // Stopped while the storage was opening.
      if (started) sender.start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,

    async record(read, { signal } = {}): Promise<LedgerScan> {
      // Both belong to the instant of the decode: nothing is awaited before them.
      const id = newId();
      const claimedAt = clock.now();
      const who = owner();
      if (!who) throw new LedgerError('signed-out');
      const circumstances = { id, claimedAt, claimedBy: who.clerk, clockOffsetMs: clockOffset.read() };
      const scan = makeScan(read, { ...circumstances, deviceId: await deviceId() });
      // From here on it must not be given up: what is written will be sent.
      signal?.throwIfAborted();
      await state.watch(() => store.add(scan, who.domain));
      state.countIn();
      changed([id]);
      void drain();
      return { scan, domain: who.domain, sync: 'waiting', verdict: null };
    },

    decide(id, { signal } = {}) {
      void drain();
      return decider.decide(id, signal);
    },

    async get(id, { signal } = {}) {
      signal?.throwIfAborted();
      const found = await store.get(id);
      return found && found.domain === owner()?.domain ? found : null;
    },

    async list({ limit = 50, signal } = {}) {
      signal?.throwIfAborted();
      const domain = owner()?.domain;
      return domain === undefined ? [] : store.list({ domain, limit });
    },

    drain,
  };
}
