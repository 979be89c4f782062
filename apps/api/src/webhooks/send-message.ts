import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { createReceiverLookup, ReceiverRefusedError, readReceiverUrl } from './receiver-address.ts';

/** What became of an attempt: the receiver's status, or why there is none. */
export type Attempt =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'failed'; readonly error: string };

/** Sends messages to receivers. */
export interface MessageSender {
  /** @throws nothing */
  send(message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<Attempt>;
  stop(): void;
}

export interface OutgoingMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** From the look-up of the name to the whole head of the answer. Standard Webhooks recommends 15 to 30 s. */
const TIMEOUT_MS = 15_000;
/** An answer's body is not read beyond this: only its status counts. */
const MAX_ANSWER_BYTES = 4_096;

/** Creates a sender. It follows no redirect, and reads each name anew for each connection. */
export function createMessageSender({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
}: {
  allowPrivate: boolean;
  /** @default 15000 */
  timeoutMs?: number;
}): MessageSender {
  const rules = { allowPrivate };
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, lookup: createReceiverLookup('http:', rules) }),
    'https:': new HttpsAgent({ keepAlive: true, lookup: createReceiverLookup('https:', rules) }),
  };

  return {
    async send({ url, body, headers }, { signal } = {}) {
      try {
        const address = readReceiverUrl(url, rules);
        const timeout = AbortSignal.timeout(timeoutMs);
        return await post(address, body, {
          method: 'POST',
          agent: agents[address.protocol as keyof typeof agents],
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'Scantix-Webhooks',
          },
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        });
      } catch (error) {
        return { kind: 'failed', error: describeError(error) };
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function post(url: URL, body: string, options: RequestOptions): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    let answered = false;
    const outgoing = request(url, options, (answer) => {
      answered = true;
      resolve({
        kind: 'answered',
        status: answer.statusCode ?? 0,
        retryAfterMs: readRetryAfter(answer.headers['retry-after']),
      });
      let bytes = 0;
      answer.on('error', () => {});
      answer.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) answer.destroy();
      });
    });
    // Without a listener Node closes the connection and tells nobody, not even at the time limit.
    outgoing.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy();
      resolve({ kind: 'answered', status, retryAfterMs: null });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver has closed an idle connection meanwhile. It knows a message that it has twice by its id.
      if (!answered && outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, body, options));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Seconds, or an HTTP date that only the receiver's clock could read: `null`. */
function readRetryAfter(header: string | undefined): number | null {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}

/** A code or a message of ours; nothing of the receiver's answer. */
function describeError(error: unknown): string {
  if (error instanceof ReceiverRefusedError) return error.message;
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
