import { type ApiClient, getScannerConfig, type ScannerConfig, scannerConfig } from '@scantix/api-contract';
import * as z from 'zod/mini';

/** What the workgroup scans, where and by which limits; remembered, so that a device that starts offline knows it too. */
export interface ScannerConfigSource {
  /** What is known for the signed-in clerk's domain, from the server now or from an earlier day. */
  current(): ScannerConfig | null;
  /** Asks the server. @throws Error where it does not answer */
  load(options?: { signal?: AbortSignal }): Promise<ScannerConfig>;
}

export interface ScannerConfigOptions {
  readonly api: ApiClient;
  readonly domain: () => string | null;
  readonly storage: () => Storage;
}

const KEY = 'scannerConfig';
const kept = z.object({ domain: z.string(), config: scannerConfig });

export function createScannerConfig({ api, domain, storage }: ScannerConfigOptions): ScannerConfigSource {
  let known: z.infer<typeof kept> | null = null;

  function readKept(): z.infer<typeof kept> | null {
    try {
      return kept.parse(JSON.parse(storage().getItem(KEY) ?? 'null'));
    } catch {
      return null;
    }
  }

  return {
    current() {
      known ??= readKept();
      return known?.domain === domain() ? (known?.config ?? null) : null;
    },
    async load({ signal } = {}) {
      const asked = domain();
      const outcome = await api.call(getScannerConfig, signal ? { signal } : {});
      if (!outcome.ok || asked === null || asked !== domain()) {
        throw new Error('The scanner configuration could not be loaded.');
      }
      known = { domain: asked, config: outcome.value };
      try {
        storage().setItem(KEY, JSON.stringify(known));
      } catch {
        // Private mode or a full storage: known until the page is closed.
      }
      return outcome.value;
    },
  };
}
