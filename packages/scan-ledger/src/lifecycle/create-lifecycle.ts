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
  /** Ends what `start` subscribed to; `null` while stopped. */
  let unsubscribe: (() => void) | null = null;
  let starting: Promise<void> | null = null;

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
    if (unsubscribe) void recovery.resume();
  }

  function subscribe(): () => void {
    tabs.open((message) => {
      if ('changed' in message) onChange({ ids: message.changed, waiting: message.waiting });
      else device.reread();
    });
    const ends = [
      storageClosed.subscribe(() => void openStore()),
      surroundings.onWake(() => {
        time.woken();
        void drain();
        upkeep.wake();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  async function startParts(): Promise<void> {
    await openStore();
    await time.restore();
    await state.refresh();
    // `stop` was called while the storage opened, or below while the sender loaded.
    if (!unsubscribe) return;
    device.start();
    const sending = sender.start();
    upkeep.start();
    await sending;
    if (!unsubscribe) return;
    await recovery.begin();
  }

  return {
    send,
    begin,
    drain,

    async start(): Promise<void> {
      unsubscribe ??= subscribe();
      starting ??= startParts().finally(() => {
        starting = null;
      });
      await starting;
    },

    async stop(): Promise<void> {
      unsubscribe?.();
      unsubscribe = null;
      await Promise.all([sender.stop(), upkeep.stop().then(() => device.close())]);
      answers.endAll();
      await starting;
      await recovery.stop();
      await state.refresh();
      tabs.close();
      store.close();
      facts.close();
      state.setStorage({ status: 'starting', problem: null });
    },
  };
}
