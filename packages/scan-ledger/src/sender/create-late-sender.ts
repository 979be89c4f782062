import type { LedgerLog } from '../ports/ledger-log.ts';
import type { Sender, SenderOptions } from './create-sender.ts';

/** Options of createLateSender. */
export interface LateSenderOptions extends SenderOptions {
  readonly log: LedgerLog;
}

/** A sender that loads itself. */
export interface LateSender extends Omit<Sender, 'start'> {
  /** Loads and starts the sender. Never rejects. */
  start(): Promise<void>;
}

/** Creates the sender that is loaded as it is started: the first view of a page needs nothing of it. */
export function createLateSender({ log, ...options }: LateSenderOptions): LateSender {
  let isStarted = false;
  let loading: Promise<Sender | null> | null = null;
  let loaded: Sender | null = null;

  function load(): Promise<Sender | null> {
    if (!isStarted) return Promise.resolve(null);
    loading ??= import('./create-sender.ts')
      .then(({ createSender }) => {
        loaded = createSender(options);
        if (isStarted) loaded.start();
        return loaded;
      })
      .catch((cause) => {
        // Without a network and a service worker: the next scan or wake-up loads it.
        loading = null;
        log({ name: 'ledger-sender-not-loaded', cause });
        return null;
      });
    return loading;
  }

  return {
    async start() {
      isStarted = true;
      if (loaded) loaded.start();
      else await load();
    },
    async stop() {
      isStarted = false;
      await loaded?.stop();
    },
    async drain() {
      await (loaded ?? (await load()))?.drain();
    },
    async idle() {
      await loaded?.idle();
    },
    whenNamed: async () => (await load())?.whenNamed() ?? false,
    leaseAhead: () => loaded?.leaseAhead() ?? null,
    async begin(id, recorded) {
      (loaded ?? (await load()))?.begin(id, recorded);
    },
    // A scan that was recorded before is sent as soon as the sender is there.
    wait: (id) => loaded?.wait(id) ?? { ended: Promise.resolve('elsewhere'), leave() {} },
  };
}
