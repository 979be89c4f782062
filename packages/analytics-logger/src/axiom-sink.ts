import type { BatchSink, SendResult } from './batch-sink.ts';
import { AnalyticsError, MESSAGES } from './errors.ts';
import { readRefusal } from './read-refusal.ts';

/** The used part of Axiom's client. */
export interface AxiomModule {
  readonly AxiomWithoutBatching: typeof import('@axiomhq/js').AxiomWithoutBatching;
  readonly ContentType: typeof import('@axiomhq/js').ContentType;
}

interface AxiomSinkOptions {
  readonly dataset: string;
  readonly token: string | undefined;
  readonly url: string | undefined;
  readonly fetch: typeof fetch;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
  readonly load: () => Promise<AxiomModule>;
}

/** Sends through Axiom's client without its own batching, which loses failed batches. */
export function createAxiomSink({ dataset, token, url, fetch, now, load }: AxiomSinkOptions): BatchSink {
  let loading: Promise<AxiomModule> | undefined;

  async function client(onAnswer: (response: Response) => void, onError: (cause: Error) => void) {
    loading ??= load();
    const { AxiomWithoutBatching, ContentType } = await loading;
    const axiom = new AxiomWithoutBatching({
      // The client requires a token; a proxy adds its own, so the header is removed below.
      token: token ?? 'none',
      ...(url ? { url } : {}),
      onError,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        if (!token) headers.delete('Authorization');
        const response = await fetch(input, { ...init, headers });
        onAnswer(response.clone());
        return response;
      },
    });
    return { axiom, contentType: ContentType.NDJSON };
  }

  return {
    async send(lines): Promise<SendResult> {
      let answer: Response | undefined;
      let cause: Error | undefined;
      let ready: Awaited<ReturnType<typeof client>>;
      try {
        ready = await client(
          (response) => {
            answer = response;
          },
          (error) => {
            cause = error;
          },
        );
      } catch (error) {
        loading = undefined;
        return { ok: false, error: new AnalyticsError('not-loaded', MESSAGES.initializationFailed, { cause: error }) };
      }
      const { axiom, contentType } = ready;
      const status = await axiom.ingestRaw(dataset, lines.join('\n'), contentType, undefined, {
        timestampField: 'timestamp',
      });
      if (answer && answer.status >= 400) return { ok: false, error: await readRefusal(answer, now) };
      // A 204 accepts the batch without a count.
      if (answer?.status === 204) return { ok: true, failed: 0 };
      if (cause || !Number.isInteger(status.ingested) || status.ingested + status.failed === 0) {
        const error = new AnalyticsError('unreachable', 'No answer from the log service', { cause });
        return { ok: false, error };
      }
      return { ok: true, failed: status.failed };
    },
  };
}
