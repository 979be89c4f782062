import type { Clock } from './clock.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { AuthSessionError } from './errors.ts';
import type { LogSink } from './log-sink.ts';
import type { ServerTime } from './server-time.ts';

/** Where the bearer token comes from. */
export interface AccessTokenSource {
  /** A token that is still valid; `signed-out` when there is nobody to get one for. */
  get(signal?: AbortSignal | null): Promise<{ kind: 'token'; token: string } | { kind: 'signed-out' | 'unreachable' }>;
  /** Replaces a token that the server did not accept; returns whether there is a new one. */
  replace(token: string): Promise<boolean>;
}

interface FetchWithSessionOptions {
  baseUrl: string;
  /** What relative addresses are resolved against. @default baseUrl */
  pageAddress: string | undefined;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  log: LogSink;
  serverTime: ServerTime;
  tokens: AccessTokenSource;
}

/** A `fetch` that carries the session: bearer token, one refresh on a 401 and one repeat. */
export function createFetchWithSession(options: FetchWithSessionOptions): typeof globalThis.fetch {
  const { clock, fetch, log, serverTime, tokens } = options;
  const base = new URL(options.baseUrl, options.pageAddress);
  const basePath = base.pathname.replace(/\/+$/, '');

  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, options.pageAddress ?? base);
    // A token goes to our API and to nobody else.
    if (url.origin !== base.origin || !url.pathname.startsWith(`${basePath}/`)) return fetch(input, init);

    const startedAt = clock.now();
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const report = (status: number) =>
      log.logApiCall({
        ...describeEndpoint(url.pathname.slice(basePath.length)),
        method,
        status,
        duration: clock.now() - startedAt,
        success: status >= 200 && status <= 299,
      });

    async function send(token: string | null): Promise<Response> {
      const sentAt = clock.now();
      const request = input instanceof Request ? input.clone() : url;
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      if (token !== null) headers.set('Authorization', `Bearer ${token}`);
      const response = await fetch(request, { ...init, headers });
      serverTime.learn(response.headers.get('Date'), sentAt);
      return response;
    }

    const take = async (): Promise<string | null> => {
      const source = await tokens.get(init?.signal ?? (input instanceof Request ? input.signal : null));
      if (source.kind === 'token') return source.token;
      if (source.kind === 'signed-out') return null;
      // Sent without a token, the call would be refused, and a refusal is a judgement that nobody has made.
      throw new AuthSessionError('unreachable', 'The session cannot be renewed: the server cannot be reached');
    };

    try {
      const token = await take();
      let response = await send(token);
      // A stream has been read by the first attempt.
      const isRepeatable = !(init?.body instanceof ReadableStream);
      if (response.status === 401 && token !== null && isRepeatable && (await tokens.replace(token))) {
        await response.body?.cancel();
        response = await send(await take());
      }
      report(response.status);
      return response;
    } catch (error) {
      report(0);
      throw error;
    }
  };
}
