import { type ApiClient, getScannerConfig, type ScannerConfig } from '@scantix/api-contract';
import { createListeners } from '@scantix/runtime-utils';
import { createSavedConfig } from './saved-config.ts';

const FRESH_MS = 5 * 60_000;

/** The scanner configuration of the clerk's workgroup; saved, so that a device that starts offline has it too. */
export interface ScannerConfigSource {
  /** Returns what is known for the signed-in clerk's domain, from the server or from an earlier day. */
  current(): ScannerConfig | null;
  /** Whether the last call to the server failed. */
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
  storage,
  now = Date.now,
  whenIdle = async () => {},
}: ScannerConfigOptions): ScannerConfigSource {
  const saved = createSavedConfig(storage);
  const listeners = createListeners();
  let known: { readonly domain: string; readonly config: ScannerConfig; readonly at?: number } | null = null;
  let failed = false;
  let loading: { readonly domain: string | null; readonly answer: Promise<ScannerConfig> } | null = null;

  async function fetchFor(clerksDomain: string | null): Promise<ScannerConfig> {
    const outcome = await api.call(getScannerConfig, {});
    failed = !outcome.ok;
    if (!outcome.ok || clerksDomain === null || clerksDomain !== domain()) {
      listeners.notify();
      throw new Error('The scanner configuration could not be loaded.');
    }
    const config = outcome.value;
    known = { domain: clerksDomain, config, at: now() };
    listeners.notify();
    saved.write({ domain: clerksDomain, config });
    return config;
  }

  function current(): ScannerConfig | null {
    known ??= saved.read();
    return known?.domain === domain() ? (known?.config ?? null) : null;
  }

  function load(): Promise<ScannerConfig> {
    const clerksDomain = domain();
    if (loading && loading.domain === clerksDomain) return loading.answer;
    const answer = fetchFor(clerksDomain).finally(() => {
      if (loading?.answer === answer) loading = null;
    });
    loading = { domain: clerksDomain, answer };
    return answer;
  }

  return {
    current,
    failed: () => failed,
    subscribe: listeners.subscribe,
    async freshen() {
      if (current() !== null) await whenIdle();
      const isFresh = current() !== null && now() - (known?.at ?? 0) < FRESH_MS;
      // The clerk may have signed out meanwhile.
      if (!isFresh && domain() !== null) await load();
    },
    load,
  };
}
