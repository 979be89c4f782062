import type { Recovery, RecoveryOptions } from './create-recovery.ts';
import type { DomainNames } from './domain-names.ts';
import type { HeardAnswer } from './listen-to-answers.ts';
import { DOMAINS_FACT } from './server-fact.ts';

/** Options of createLateRecovery. */
export interface LateRecoveryOptions extends RecoveryOptions {
  /** The build of the app; '' where it has none. */
  readonly build: string;
}

/** The recovery, which is loaded after the start: nothing of it is needed for a scan. */
export interface LateRecovery {
  /** Compares with the time before this page, and continues what is left to offer again. Never rejects. */
  begin(): Promise<void>;
  /** Resolves once nothing of a domain's old name is sent under another's. Loads nothing unless it was renamed. */
  whenNamed(): Promise<void>;
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

  let named = '';
  async function whenNamed(): Promise<void> {
    const { domain, domainId } = options.owner() ?? {};
    if (domain === undefined || domainId === undefined || named === `${domainId} ${domain}`) return;
    const known = (await options.facts.read(DOMAINS_FACT).catch(() => null)) as DomainNames | null | undefined;
    const before = known?.names[domainId];
    if (before !== undefined && (before !== domain || known?.moves.length)) await (await load())?.followDomain();
    named = `${domainId} ${domain}`;
  }

  return {
    whenNamed,
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
