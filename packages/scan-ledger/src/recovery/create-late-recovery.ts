import type { Recovery, RecoveryOptions } from './create-recovery.ts';
import type { HeardAnswer } from './listen-to-answers.ts';

/** Options of createLateRecovery. */
export interface LateRecoveryOptions extends Omit<RecoveryOptions, 'keep' | 'isStopped'> {
  /** The build of the app; '' where it has none. */
  readonly build: string;
}

/** The recovery, which is loaded after the start: nothing of it is needed for a scan. */
export interface LateRecovery {
  /**
   * Compares with the time before this page, and continues what is left to offer again. Where the recovery cannot be loaded
   * now, the next answer does that. Never rejects.
   */
  begin(): Promise<void>;
  /** Moves what waits under another name of the domain. Resolves to whether all of it is there. Never rejects. */
  followDomain(): Promise<boolean>;
  /** Continues what is left to offer again. */
  resume(): Promise<void>;
  /** Notes the build of the server; '': it does not say. */
  heardBuild(build: string): void;
  /** Listens to an answer. Returns whether the server lacks what it had. Never rejects. */
  answered(answer: HeardAnswer): Promise<boolean>;
  /** Notes how many scans wait. */
  note(): void;
  /** A clerk has seen how many scans are lost. */
  acknowledge(): void;
  /** Returns the builds of app and server that talk now. */
  builds(): string;
  /** Ends what is under way and resolves once it uses the storage no more; `begin` starts it again. Never rejects. */
  stop(): Promise<void>;
}

/** Creates the recovery that loads itself. */
export function createLateRecovery({ build, ...options }: LateRecoveryOptions): LateRecovery {
  let loading: Promise<Recovery | null> | null = null;
  let loaded: Recovery | null = null;
  let builds: string | null = null;
  let isStopped = false;
  /** Whether `begin` was called and the recovery was not there yet. */
  let isToBegin = false;
  /** What is under way; nothing of it rejects. */
  const underWay = new Set<Promise<unknown>>();

  function keep<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  }

  function load(): Promise<Recovery | null> {
    loading ??= import('./create-recovery.ts')
      .then(({ createRecovery }) => {
        loaded = createRecovery({ ...options, keep, isStopped: () => isStopped });
        return loaded;
      })
      .catch((cause) => {
        // Without a network and a service worker: the next answer loads it.
        loading = null;
        options.log({ name: 'ledger-recovery-not-loaded', cause });
        return null;
      });
    return loading;
  }

  /** Compares with the time before this page, as soon as the recovery is there, and goes on with what is left to offer. */
  async function beginOnce(recovery: Recovery): Promise<void> {
    if (!isToBegin) return;
    isToBegin = false;
    await recovery.compare();
    if (!isStopped) void keep(recovery.resume());
  }

  /** Asks the recovery once it is loaded; `null` where it cannot be. */
  function ask<T>(question: (recovery: Recovery) => Promise<T>): Promise<T | null> {
    const answer = async () => {
      const recovery = await load();
      if (!recovery) return null;
      await beginOnce(recovery);
      return question(recovery);
    };
    return keep(answer());
  }

  return {
    followDomain: async () => (await ask((recovery) => recovery.followDomain())) ?? false,
    async begin() {
      isStopped = false;
      isToBegin = true;
      await ask(async () => {});
    },
    async resume() {
      await ask((recovery) => recovery.resume());
    },
    heardBuild(server) {
      builds = `${build}/${server}`;
    },
    answered: async (answer) => (await ask((recovery) => recovery.answered(answer, builds))) ?? false,
    note: () => loaded?.note(),
    acknowledge: () => loaded?.acknowledge(),
    builds: () => builds ?? `${build}/`,
    async stop() {
      isStopped = true;
      isToBegin = false;
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
