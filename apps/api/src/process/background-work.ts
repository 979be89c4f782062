import type { Log } from '../system/log.ts';

/** What a server does beside its calls, until it stops. */
export interface BackgroundWork {
  /** Does it every so often. If it fails, the log says `warning`. */
  repeat(everyMs: number, work: () => Promise<unknown>, warning: string): void;
  /** The same, and at once. */
  startAndRepeat(everyMs: number, work: () => Promise<unknown>, warning: string): void;
  /** Begins nothing more. What is under way loses its database, which is no fault to tell of. */
  stop(): void;
}

export function createBackgroundWork({ log }: { log: Pick<Log, 'warn'> }): BackgroundWork {
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  async function run(work: () => Promise<unknown>, warning: string): Promise<void> {
    try {
      await work();
    } catch (err) {
      if (!isStopped) log.warn({ err }, warning);
    }
  }

  const repeat: BackgroundWork['repeat'] = (everyMs, work, warning) => {
    timers.push(setInterval(run, everyMs, work, warning));
  };
  return {
    repeat,
    startAndRepeat(everyMs, work, warning) {
      void run(work, warning);
      repeat(everyMs, work, warning);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
