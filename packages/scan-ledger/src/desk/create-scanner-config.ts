import { type ApiClient, getScannerConfig, type ScannerConfig } from '@scantix/api-contract';
import { createListeners } from '@scantix/runtime-utils';
import { createSavedConfig, type SavedConfig } from './saved-config.ts';

const FRESH_MS = 5 * 60_000;

/** The scanner configuration of the clerk's workgroup; saved, so that a device that starts offline has it too. */
export interface ScannerConfigSource {
  /** Returns what is known for the signed-in clerk, from the server or from an earlier day. */
  current(): ScannerConfig | null;
  /** Returns the ids of the signed-in clerk's domain and its database; none before that clerk has loaded them. */
  identity(): { readonly domainId?: string | undefined; readonly epoch?: string | undefined };
  /** Whether this clerk's last call to the server failed. */
  failed(): boolean;
  /** Calls `listener` after each change. Returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  /**
   * Loads unless the server has answered within five minutes; with a saved configuration only in an idle moment.
   * @throws Error where the server does not answer
   */
  freshen(): Promise<void>;
  /** Loads from the server; calls meanwhile share the answer. @throws Error where the server does not answer */
  load(): Promise<ScannerConfig>;
}

/** Options of createScannerConfig. */
export interface ScannerConfigOptions {
  readonly api: Pick<ApiClient, 'call'>;
  /** Returns the signed-in clerk's domain. */
  readonly domain: () => string | null;
  /** Returns the id of the signed-in clerk: another domain may have got the name of one that was removed. */
  readonly clerk: () => string | null;
  readonly storage: () => Storage;
  /** Epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** Resolves once the page is idle. @default at once */
  readonly whenIdle?: () => Promise<void>;
}

/** Creates the source of the scanner configuration. */
export function createScannerConfig({
  api,
  domain,
  clerk,
  storage,
  now = Date.now,
  whenIdle = async () => {},
}: ScannerConfigOptions): ScannerConfigSource {
  const saved = createSavedConfig(storage);
  const listeners = createListeners();
  let known: (SavedConfig & { readonly at?: number }) | null = null;
  const who = () => JSON.stringify([domain(), clerk()]);
  /** Whose last call failed. */
  let failed: string | null = null;
  let loading: { readonly who: string; readonly answer: Promise<ScannerConfig> } | null = null;

  async function fetchFor(clerksDomain: string | null): Promise<ScannerConfig> {
    const by = clerk();
    const asked = who();
    const outcome = await api.call(getScannerConfig, {});
    const isTheirs = asked === who();
    // The failure of a clerk before says nothing of this one.
    if (isTheirs) failed = outcome.ok ? null : asked;
    if (!outcome.ok || clerksDomain === null || by === null || !isTheirs) {
      listeners.notify();
      throw new Error('The scanner configuration could not be loaded.');
    }
    const config = outcome.value;
    const { epoch } = outcome.answer;
    const loaded = {
      domain: clerksDomain,
      config,
      clerk: by,
      ...(epoch !== null && { epoch }),
    };
    known = { ...loaded, at: now() };
    listeners.notify();
    saved.write(loaded);
    return config;
  }

  function current(): ScannerConfig | null {
    known ??= saved.read();
    return known?.domain === domain() && known.clerk === clerk() ? known.config : null;
  }

  function load(): Promise<ScannerConfig> {
    const asked = who();
    if (loading?.who === asked) return loading.answer;
    const answer = fetchFor(domain()).finally(() => {
      if (loading?.answer === answer) loading = null;
    });
    loading = { who: asked, answer };
    return answer;
  }

  return {
    current,
    identity() {
      const config = current();
      return config ? { domainId: config.domain_id, epoch: known?.epoch } : {};
    },
    failed: () => failed === who(),
    subscribe: listeners.subscribe,
    async freshen() {
      if (current() !== null) await whenIdle();
      const isFresh = current() !== null && Math.abs(now() - (known?.at ?? 0)) < FRESH_MS;
      // The clerk may have signed out meanwhile.
      if (!isFresh && domain() !== null) await load();
    },
    load,
  };
}
