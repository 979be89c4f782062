import { type ApiClient, getScannerConfig, type ScannerConfig, scannerConfig } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { whenQuiet } from '../browser/when-quiet.ts';

const FRESH_MS = 5 * 60_000;
const QUIET_MS = 1_000;

/** What the workgroup scans, where and by which limits; remembered, so that a device that starts offline knows it too. */
export interface ScannerConfigSource {
  /** What is known for the signed-in clerk's domain, from the server now or from an earlier day. */
  current(): ScannerConfig | null;
  /** Whether the server did not answer when it was last asked. */
  failed(): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * Asks the server unless it has answered of late; where something is known from before, only in a quiet moment.
   * @throws Error where it does not answer
   */
  freshen(): Promise<void>;
  /** Asks the server, once for all who ask meanwhile. @throws Error where it does not answer */
  load(): Promise<ScannerConfig>;
}

export interface ScannerConfigOptions {
  readonly api: ApiClient;
  readonly domain: () => string | null;
  readonly storage: () => Storage;
  /** @default Date.now */
  readonly now?: () => number;
  /** Resolves once the page has time for it. @default a moment after the first view */
  readonly quiet?: () => Promise<void>;
}

const KEY = 'scannerConfig';
const kept = z.object({ domain: z.string(), config: scannerConfig });

export function createScannerConfig({
  api,
  domain,
  storage,
  now = Date.now,
  quiet = () => whenQuiet(QUIET_MS),
}: ScannerConfigOptions): ScannerConfigSource {
  let known: (z.infer<typeof kept> & { readonly at?: number }) | null = null;
  let failed = false;
  const listeners = new Set<() => void>();
  let asking: { readonly domain: string | null; readonly answer: Promise<ScannerConfig> } | null = null;

  function readKept(): z.infer<typeof kept> | null {
    try {
      return kept.parse(JSON.parse(storage().getItem(KEY) ?? 'null'));
    } catch {
      return null;
    }
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  async function ask(asked: string | null): Promise<ScannerConfig> {
    const outcome = await api.call(getScannerConfig, {});
    failed = !outcome.ok;
    if (!outcome.ok || asked === null || asked !== domain()) {
      tell();
      throw new Error('The scanner configuration could not be loaded.');
    }
    const config = outcome.value;
    known = { domain: asked, config, at: now() };
    tell();
    try {
      storage().setItem(KEY, JSON.stringify({ domain: asked, config }));
    } catch {
      // Private mode or a full storage: known until the page is closed.
    }
    return config;
  }

  function current(): ScannerConfig | null {
    known ??= readKept();
    return known?.domain === domain() ? (known?.config ?? null) : null;
  }

  function load(): Promise<ScannerConfig> {
    const asked = domain();
    if (asking && asking.domain === asked) return asking.answer;
    const answer = ask(asked).finally(() => {
      if (asking?.answer === answer) asking = null;
    });
    asking = { domain: asked, answer };
    return answer;
  }

  return {
    current,
    failed: () => failed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async freshen() {
      if (current() !== null) await quiet();
      const isFresh = current() !== null && now() - (known?.at ?? 0) < FRESH_MS;
      // Whoever wanted it may have signed out meanwhile.
      if (!isFresh && domain() !== null) await load();
    },
    load,
  };
}
