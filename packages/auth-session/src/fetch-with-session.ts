import type { AccessTokenSource } from './access-token-source.ts';
import type { Clock } from './clock.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { AuthSessionError } from './errors.ts';
import type { LogSink } from './log-sink.ts';
import type { ServerTime } from './server-time.ts';

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

/** A `fetch` with the session's bearer token; on a 401 it refreshes once and repeats the call once. */
export function createFetchWithSession(options: FetchWithSessionOptions): typeof globalThis.fetch {
  const { clock, fetch, log, serverTime, tokens } = options;
  const base = new URL(options.baseUrl, options.pageAddress);
  const basePath = base.pathname.replace(/\/+$/, '');

  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, options.pageAddress ?? base);
    // The token goes to our API only.
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

    const getToken = async (): Promise<string | null> => {
      const source = await tokens.get(init?.signal ?? (input instanceof Request ? input.signal : null));
      if (source.kind === 'token') return source.token;
      if (source.kind === 'signed-out') return null;
      // Sent without a token, the call would get a 401, which would read as the end of the session.
      throw new AuthSessionError('unreachable', 'The session cannot be renewed: the server cannot be reached');
    };

    try {
      const token = await getToken();
      let response = await send(token);
      // The first attempt has consumed a stream.
      const isRepeatable = !(init?.body instanceof ReadableStream);
      if (response.status === 401 && token !== null && isRepeatable && (await tokens.replace(token))) {
        await response.body?.cancel();
        response = await send(await getToken());
      }
      report(response.status);
      return response;
    } catch (error) {
      report(0);
      throw error;
    }
  };
}
