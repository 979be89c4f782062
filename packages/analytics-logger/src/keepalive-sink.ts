import type { BatchSink } from './batch-sink.ts';
import { AnalyticsError } from './errors.ts';
import { ingestAddress } from './ingest-address.ts';
import { readRefusedCount } from './read-refused-count.ts';

/** The service that takes the batches. */
export interface LogService {
  readonly dataset: string;
  readonly token: string | undefined;
  readonly url: string | undefined;
  readonly fetch: typeof fetch;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** Sends by a request that outlives the page. Axiom's client compresses first, for which a closing page leaves no time. */
export function createKeepaliveSink({ dataset, token, url, fetch, now }: LogService): BatchSink {
  return {
    async send(lines) {
      try {
        const response = await fetch(ingestAddress(dataset, url), {
          method: 'POST',
          keepalive: true,
          headers: {
            'Content-Type': 'application/x-ndjson',
            ...(token ? { Authorization: `Bearer ${token}` } : {}),
          },
          body: lines.join('\n'),
        });
        if (response.status >= 400) {
          const { readRefusal } = await import('./read-refusal.ts');
          return { ok: false, error: await readRefusal(response, now) };
        }
        return { ok: true, failed: await readRefusedCount(response) };
      } catch (cause) {
        return { ok: false, error: new AnalyticsError('unreachable', 'No answer from the log service', { cause }) };
      }
    },
  };
}
