import { type ApiClient, getScannerConfig, type ScannerConfig, scannerConfig } from '@scantix/api-contract';
import * as z from 'zod/mini';

/** What the workgroup scans, where and by which limits; remembered, so that a device that starts offline knows it too. */
export interface ScannerConfigSource {
  /** What is known for the signed-in clerk's domain, from the server now or from an earlier day. */
  current(): ScannerConfig | null;
  /** When the server gave it in this page, in epoch milliseconds; `null` while what is known is of an earlier day. */
  loadedAt(): number | null;
  /** Asks the server, once for all who ask meanwhile. @throws Error where it does not answer */
  load(): Promise<ScannerConfig>;
}

export interface ScannerConfigOptions {
  readonly api: ApiClient;
  readonly domain: () => string | null;
  readonly storage: () => Storage;
  /** @default Date.now */
  readonly now?: () => number;
}

const KEY = 'scannerConfig';
const kept = z.object({ domain: z.string(), config: scannerConfig });

export function createScannerConfig({
  api,
  domain,
  storage,
  now = Date.now,
}: ScannerConfigOptions): ScannerConfigSource {
  let known: (z.infer<typeof kept> & { readonly at?: number }) | null = null;
  let asking: { readonly domain: string | null; readonly answer: Promise<ScannerConfig> } | null = null;

  function readKept(): z.infer<typeof kept> | null {
    try {
      return kept.parse(JSON.parse(storage().getItem(KEY) ?? 'null'));
    } catch {
      return null;
    }
  }

  async function ask(asked: string | null): Promise<ScannerConfig> {
    const outcome = await api.call(getScannerConfig, {});
    if (!outcome.ok || asked === null || asked !== domain()) {
      throw new Error('The scanner configuration could not be loaded.');
    }
    const config = outcome.value;
    known = { domain: asked, config, at: now() };
    try {
      storage().setItem(KEY, JSON.stringify({ domain: asked, config }));
    } catch {
      // Private mode or a full storage: known until the page is closed.
    }
    return config;
  }

  return {
    current() {
      known ??= readKept();
      return known?.domain === domain() ? (known?.config ?? null) : null;
    },
    loadedAt: () => (known?.domain === domain() ? (known?.at ?? null) : null),
    load() {
      const asked = domain();
      if (asking && asking.domain === asked) return asking.answer;
      const answer = ask(asked).finally(() => {
        if (asking?.answer === answer) asking = null;
      });
      asking = { domain: asked, answer };
      return answer;
    },
  };
}
