import type { BatchSink, SendResult } from './batch-sink.ts';
import { AnalyticsError, MESSAGES } from './errors.ts';
import { readRefusal } from './read-refusal.ts';
import { readRefusedCount } from './read-refused-count.ts';

/** The used part of Axiom's client. Its own declarations need those of Node, which a page has no use for. */
export interface AxiomModule {
  createAxiomClient(options: AxiomClientOptions): AxiomClient;
}

/** What Axiom's client needs. */
export interface AxiomClientOptions {
  readonly token: string;
  /** Where batches go. @default Axiom's own address */
  readonly url?: string;
  readonly fetch: typeof fetch;
  readonly onError: (cause: Error) => void;
}

/** Sends one batch. */
export interface AxiomClient {
  /** `lines` is one JSON object a line. Failures go to `onError`. */
  ingest(dataset: string, lines: string): Promise<unknown>;
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
    const { createAxiomClient } = await loading;
    return createAxiomClient({
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
  }

  return {
    async send(lines): Promise<SendResult> {
      let answer: Response | undefined;
      let cause: unknown;
      let axiom: AxiomClient;
      try {
        axiom = await client(
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
      await axiom.ingest(dataset, lines.join('\n'));
      if (answer && answer.status >= 400) return { ok: false, error: await readRefusal(answer, now) };
      try {
        if (answer) return { ok: true, failed: await readRefusedCount(answer) };
      } catch (error) {
        cause = error;
      }
      return { ok: false, error: new AnalyticsError('unreachable', 'No answer from the log service', { cause }) };
    },
  };
}
