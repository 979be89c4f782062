import type { Recovery, RecoveryOptions } from './create-recovery.ts';
import type { HeardAnswer } from './listen-to-answers.ts';

/** Options of createLateRecovery. */
export interface LateRecoveryOptions extends RecoveryOptions {
  /** The build of the app; '' where it has none. */
  readonly build: string;
}

/** The recovery, which is loaded after the start: nothing of it is needed for a scan. */
export interface LateRecovery {
  /** Compares with the time before this page, and continues what is left to offer again. Never rejects. */
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
}

/** Creates the recovery that loads itself. */
export function createLateRecovery({ build, ...options }: LateRecoveryOptions): LateRecovery {
  let loading: Promise<Recovery | null> | null = null;
  let loaded: Recovery | null = null;
  let builds: string | null = null;

  function load(): Promise<Recovery | null> {
    loading ??= import('./create-recovery.ts').then(
      ({ createRecovery }) => {
        loaded = createRecovery(options);
        return loaded;
      },
      (cause) => {
        // Without a network and a service worker: the next answer loads it.
        loading = null;
        options.log({ name: 'ledger-recovery-not-loaded', cause });
        return null;
      },
    );
    return loading;
  }

  return {
    followDomain: async () => (await load())?.followDomain() ?? false,
    async begin() {
      const recovery = await load();
      await recovery?.compare();
      void recovery?.resume();
    },
    resume: async () => (await load())?.resume(),
    heardBuild(server) {
      builds = `${build}/${server}`;
    },
    answered: async (answer) => (await load())?.answered(answer, builds) ?? false,
    note: () => loaded?.note(),
    acknowledge: () => loaded?.acknowledge(),
    builds: () => builds ?? `${build}/`,
  };
}
