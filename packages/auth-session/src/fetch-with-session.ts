import type { AccessTokenSource, UserToken } from './access-token-source.ts';
import type { Clock } from './clock.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { AuthSessionError } from './errors.ts';
import type { LogSink } from './log-sink.ts';
import type { ServerTime } from './server-time.ts';
import { apiAddress, checkBaseUrl } from './wire.ts';

interface FetchWithSessionOptions {
  baseUrl: string;
  /** Other addresses below which calls get the token, too. */
  allowedOrigins: readonly string[];
  routes: readonly string[];
  /** What relative addresses are resolved against; without a page, they are under `baseUrl`. */
  getPageAddress: () => string | undefined;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  log: LogSink;
  serverTime: ServerTime;
  tokens: AccessTokenSource;
}

/** A `fetch` with the session's bearer token; on a 401 it refreshes once and repeats the call once. */
export function createFetchWithSession(options: FetchWithSessionOptions): typeof globalThis.fetch {
  const { clock, fetch, getPageAddress, log, routes, serverTime, tokens } = options;
  checkBaseUrl(options.baseUrl);
  // On a server that renders a page there is none: a session of the page's origin is created there and never used.
  const base = new URL(options.baseUrl, getPageAddress() ?? 'http://localhost');
  const targets = [toTarget(base), ...options.allowedOrigins.map(readAllowed)];
  /** The token that another service has refused although it was new. */
  const refused = new Map<Target, string>();

  function resolve(input: RequestInfo | URL): URL {
    if (input instanceof Request) return new URL(input.url);
    const pageAddress = getPageAddress();
    const isPath = typeof input === 'string' && input.startsWith('/');
    return isPath && pageAddress === undefined
      ? new URL(apiAddress(options.baseUrl, input))
      : new URL(input, pageAddress ?? base);
  }

  return async (input, init) => {
    const url = resolve(input);
    const target = targets.find(({ origin, path }) => url.origin === origin && url.pathname.startsWith(`${path}/`));
    if (!target) return fetch(input, init);
    const isOurs = target === targets[0];

    const startedAt = clock.monotonicNow();
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const report = (status: number) =>
      log.logApiCall({
        endpoint: describeEndpoint(url.pathname.slice(target.path.length), routes, isOurs),
        method,
        status,
        duration: clock.monotonicNow() - startedAt,
        success: status >= 200 && status <= 299,
      });

    async function send(bearer: UserToken | null): Promise<Response> {
      const began = clock.monotonicNow();
      const request = input instanceof Request ? input.clone() : url;
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      if (bearer) headers.set('Authorization', `Bearer ${bearer.token}`);
      const response = await fetch(request, { ...init, headers, ...(isOurs ? {} : { redirect: 'error' }) });
      // The clock of another server says nothing of ours, and a cached answer shows when it was stored.
      if (isOurs && isOfNow(method, response)) serverTime.learn(response.headers.get('Date'), began);
      return response;
    }

    const getBearer = async (): Promise<UserToken | null> => {
      const source = await tokens.get(signal);
      if (source.kind === 'token') return source;
      if (source.kind === 'signed-out') return null;
      // Sent without a token, the call would get a 401, which would read as the end of the session.
      throw new AuthSessionError('unreachable', 'The session cannot be renewed: the server cannot be reached', source);
    };

    try {
      const bearer = await getBearer();
      let response = await send(bearer);
      // The first attempt has consumed a stream.
      const isRepeatable = !(init?.body instanceof ReadableStream);
      const isRefused = response.status === 401 && bearer !== null && refused.get(target) !== bearer.token;
      const renewed = isRefused && isRepeatable ? await tokens.replace(bearer, signal) : null;
      if (renewed) {
        await response.body?.cancel();
        response = await send(renewed);
        // A service that takes none of our tokens must not cost a refresh for each call.
        if (!isOurs && response.status === 401) refused.set(target, renewed.token);
      }
      report(response.status);
      return response;
    } catch (error) {
      if (!isGivenUp(signal)) report(0);
      throw error;
    }
  };
}

/** Below what a call gets the token. */
interface Target {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
}

const toTarget = ({ origin, pathname }: URL): Target => ({ origin, path: pathname.replace(/\/+$/, '') });

/** @throws TypeError when it is no address of the web: every `data:` address has the same origin, `null`. */
function readAllowed(address: string): Target {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`allowedOrigins: ${address} does not begin with https:// or http://`);
  return toTarget(url);
}

/** Whether no cache of the browser can have given the answer. */
function isOfNow(method: string, { headers }: Response): boolean {
  return !['GET', 'HEAD'].includes(method) || (headers.get('Cache-Control') ?? '').includes('no-store');
}

/** A caller that left does not count as a failure of the server; a caller whose time limit has passed does. */
function isGivenUp(signal: AbortSignal | null): boolean {
  return signal?.aborted === true && (signal.reason as { name?: unknown } | undefined)?.name !== 'TimeoutError';
}
