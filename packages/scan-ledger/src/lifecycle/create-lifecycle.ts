import type { AnswerWaits } from '../decide/create-answer-waits.ts';
import type { DeviceDecider } from '../decide/create-device-decider.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { LateRecovery } from '../recovery/create-late-recovery.ts';
import type { RecordedScan } from '../sender/create-fresh-sender.ts';
import type { LateSender } from '../sender/create-late-sender.ts';
import type { LogChange } from '../tabs/create-log-changes.ts';
import type { TabChannel } from '../tabs/create-tab-channel.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import type { Upkeep } from '../upkeep/create-upkeep.ts';

/** What starts and stops with the ledger. */
export interface LifecycleOptions {
  readonly store: Pick<ScanStore, 'open' | 'close'>;
  readonly facts: Pick<FactsStore, 'close'>;
  /** Notified when the open storage was closed by the system, or for a newer version of the app. */
  readonly storageClosed: { subscribe(listener: () => void): () => void };
  readonly state: {
    watch<T>(use: () => Promise<T>): Promise<T>;
    refresh(): Promise<void>;
    setStorage(next: { status: 'starting'; problem: null }): void;
  };
  readonly tabs: Pick<TabChannel, 'open' | 'close'>;
  readonly onChange: (change: LogChange) => void;
  readonly surroundings: Pick<Surroundings, 'onWake'>;
  readonly time: Pick<LedgerTime, 'restore' | 'woken'>;
  readonly answers: Pick<AnswerWaits, 'endAll'>;
  readonly device: Pick<DeviceDecider, 'start' | 'reread' | 'close'>;
  readonly sender: LateSender;
  readonly upkeep: Upkeep;
  readonly recovery: Pick<LateRecovery, 'begin' | 'resume' | 'stop'>;
  readonly log: LedgerLog;
}

/** Creates `start` and `stop` of the ledger, and the ways to send. */
export function createLifecycle(options: LifecycleOptions) {
  const { store, facts, storageClosed, state, tabs, onChange, surroundings, time, answers } = options;
  const { device, sender, upkeep, recovery, log } = options;
  /** Each ends one subscription of `start`; `null` while stopped. */
  let subscriptions: (() => void)[] | null = null;
  let starting: Promise<void> | null = null;
  /** Ends with the last `stop`. */
  let stopping = Promise.resolve();

  const openStore = () => state.watch(() => store.open()).catch((cause) => log({ name: 'ledger-open-failed', cause }));

  /** Sends what may be sent, without waiting for new counts. */
  function send(): Promise<void> {
    upkeep.nowIfNewTarget();
    return sender.drain();
  }

  /** Sends a scan that was just recorded. */
  function begin(id: string, recorded: RecordedScan): void {
    upkeep.nowIfNewTarget();
    sender.begin(id, recorded);
  }

  async function drain(): Promise<void> {
    await send();
    await state.refresh();
    if (subscriptions) await recovery.resume();
    // What the server has lost is sent since.
    await sender.idle();
    await state.refresh();
  }

  function subscribe(): (() => void)[] {
    tabs.open((message) => {
      if ('changed' in message) onChange({ ids: message.changed, waiting: message.waiting });
      else device.reread();
    });
    return [
      storageClosed.subscribe(() => void openStore()),
      surroundings.onWake(() => {
        time.woken();
        void drain();
        upkeep.wake();
      }),
    ];
  }

  async function startParts(): Promise<void> {
    await openStore();
    await time.restore();
    await state.refresh();
    // `stop` was called while the storage opened, or below while the sender loaded.
    if (!subscriptions) return;
    device.start();
    const sending = sender.start();
    upkeep.start();
    await sending;
    if (!subscriptions) return;
    await recovery.begin();
  }

  async function stopParts(): Promise<void> {
    for (const end of subscriptions ?? []) end();
    subscriptions = null;
    await Promise.all([sender.stop(), upkeep.stop().then(() => device.close())]);
    answers.endAll();
    await starting;
    await recovery.stop();
    await state.refresh();
    tabs.close();
    store.close();
    facts.close();
    state.setStorage({ status: 'starting', problem: null });
  }

  return {
    send,
    begin,
    drain,

    async start(): Promise<void> {
      const before = stopping;
      await before;
      // `stop` was called since.
      if (stopping !== before) return;
      subscriptions ??= subscribe();
      starting ??= startParts().finally(() => {
        starting = null;
      });
      await starting;
    },

    async stop(): Promise<void> {
      stopping = stopping.then(stopParts);
      await stopping;
    },
  };
}
