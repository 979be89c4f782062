import * as z from 'zod/mini';
import { type AnswerHeaders, HEADERS, readAnswerHeaders, WIRE_VERSION } from './answer-headers.ts';
import { apiAddress } from './api-address.ts';
import { WAITING_HEADER } from './device-state.ts';
import type { Endpoint } from './endpoint.ts';
import { API_ERROR_CODES, type ApiErrorCode, apiErrorBody, codeOfStatus } from './errors.ts';
import { answered } from './primitives.ts';

/** Why a call has no usable answer. */
export type ApiFailure =
  /** The API refused. `status` is the HTTP status. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: ApiErrorCode;
      readonly message: string;
      readonly retryAfterMs?: number;
      readonly answer: AnswerHeaders;
    }
  /**
   * The API did not answer: no network, a time-out, a captive portal's page, a broken gateway. `status` is set if
   * anything answered.
   */
  | { readonly kind: 'unreachable'; readonly status?: number; readonly retryAfterMs?: number; readonly cause: unknown };

/** The answer to a call, or why there is none. */
export type ApiOutcome<Response> =
  | { readonly ok: true; readonly value: Response; readonly answer: AnswerHeaders }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Options of `createApiClient`. */
export interface ApiClientOptions {
  /** The address of the API: an origin with an optional path, or a path of the page's own origin, such as `/`. */
  readonly baseUrl: string;
  /** Sends the request; the session's `fetchWithSession` adds the bearer token. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** The build of the app: printable ASCII. Sent with our own calls. @default not sent */
  readonly build?: string;
  /** Returns what the device says of itself, as `formatDeviceState` makes it. Sent with our own calls. @default not sent */
  readonly deviceState?: () => string | undefined;
  /** After how many milliseconds, below 2 ** 31, a call without its whole answer is `unreachable`; a file need only begin. @default no limit */
  readonly timeoutMs?: number;
}

/** What a call of an endpoint takes. */
export type ApiInput<E extends Endpoint> = (E extends Endpoint<
  z.ZodMiniType,
  z.ZodMiniType,
  z.ZodMiniType,
  infer Params extends z.ZodMiniType
>
  ? undefined extends z.input<Params>
    ? { params?: never }
    : { params: z.input<Params> }
  : never) &
  (E extends Endpoint<infer Query, z.ZodMiniType, z.ZodMiniType>
    ? undefined extends z.input<Query>
      ? { query?: never }
      : Record<string, never> extends z.input<Query>
        ? { query?: z.input<Query> }
        : { query: z.input<Query> }
    : never) &
  (E extends Endpoint<z.ZodMiniType, infer Body, z.ZodMiniType>
    ? undefined extends z.input<Body>
      ? { body?: never }
      : { body: z.input<Body> }
    : never) & { headers?: Record<string, string>; signal?: AbortSignal; credentials?: RequestCredentials };

/** A typed client of the API. */
export interface ApiClient {
  /**
   * Makes one call. An answer that breaks the contract is `unreachable`.
   * @throws the reason of `signal`, if the caller aborts
   */
  call<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiOutcome<z.output<E['response']>>>;
}

/**
 * Creates a client for every endpoint of the contract.
 *
 * @throws TypeError when `baseUrl` is neither an origin nor a path
 * @example
 * const answer = await createApiClient({ baseUrl: '/' }).call(getScannerConfig, {});
 */
export function createApiClient({
  baseUrl,
  fetch = (...args) => globalThis.fetch(...args),
  build,
  deviceState,
  timeoutMs,
}: ApiClientOptions): ApiClient {
  // Any other text is right on some pages and wrong on others, and behind a query no path follows.
  if (!/^(https?:\/\/[^/?#]|\/)[^?#]*$/i.test(baseUrl))
    throw new TypeError(`baseUrl "${baseUrl}" must be an origin or path without ? or #`);
  const ours = { ...(build === undefined ? {} : { [HEADERS.build]: build }), [HEADERS.wire]: `${WIRE_VERSION}` };
  // The CORS rules of an older or foreign server on another origin would refuse headers that it does not know.
  let takesOurs = !isElsewhere(baseUrl);
  return {
    async call(endpoint, { params, query, body, headers, signal, credentials }) {
      const limit = startLimit(timeoutMs, signal);
      let response: Response | undefined;
      try {
        const url = apiAddress(baseUrl, formatPath(endpoint.path, params) + formatQuery(query));
        response = await fetch(url, {
          method: endpoint.method,
          headers: {
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            Accept: 'application/json',
            ...(takesOurs && !endpoint.foreign ? { ...ours, ...stateHeader(deviceState) } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(credentials ? { credentials } : {}),
          ...(limit.signal ? { signal: limit.signal } : {}),
        });
        if (endpoint.read) limit.end();
        if (response.headers.has(HEADERS.serverBuild)) takesOurs = true;
        return await readAnswer(endpoint, response);
      } catch (cause) {
        if (signal?.aborted) throw signal.reason;
        if (!response) takesOurs = !isElsewhere(baseUrl);
        return { ok: false, failure: { kind: 'unreachable', ...describeForeignAnswer(response), cause } };
      } finally {
        limit.end();
      }
    },
  };
}

/** A signal that aborts with `signal`, and after `timeoutMs` unless `end` came before. */
function startLimit(timeoutMs: number | undefined, signal: AbortSignal | undefined) {
  if (timeoutMs === undefined) return { signal, end() {} };
  const late = new AbortController();
  const expire = () => late.abort(new DOMException(`no answer in ${timeoutMs} ms`, 'TimeoutError'));
  const timer = setTimeout(expire, timeoutMs);
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    end: () => clearTimeout(timer),
  };
}

function stateHeader(deviceState: ApiClientOptions['deviceState']): Record<string, string> {
  const state = deviceState?.();
  return state === undefined ? {} : { [WAITING_HEADER]: state };
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<ApiOutcome<z.output<E['response']>>> {
  const answer = readAnswerHeaders(response.headers);
  if (response.ok) {
    const body = await (endpoint.read?.(response) ?? response.json());
    return { ok: true, value: endpoint.response.parse(body) as z.output<E['response']>, answer };
  }
  const { code, message, retry_after_ms } = errorBodyOf(response.status).parse(await response.json());
  return {
    ok: false,
    failure: {
      kind: 'refused',
      status: response.status,
      code,
      message,
      ...(retry_after_ms !== undefined && { retryAfterMs: retry_after_ms }),
      answer,
    },
  };
}

/** A code of a newer server behaves as its status does. */
const errorBodyOf = (status: number) =>
  z.extend(apiErrorBody, { code: answered(API_ERROR_CODES, codeOfStatus(status)) });

/** What is known of an answer that is not the API's. */
function describeForeignAnswer(response: Response | undefined): { status?: number; retryAfterMs?: number } {
  if (!response) return {};
  const retryAfterMs = readRetryAfter(response.headers);
  return { status: response.status, ...(retryAfterMs >= 0 && { retryAfterMs }) };
}

/** The milliseconds of `Retry-After`: seconds, or a date by the clock of who answers. NaN if it has neither. */
function readRetryAfter(headers: Headers): number {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  return Date.parse(value) - Date.parse(headers.get('Date') ?? '');
}

/** Whether the API is on another origin than the page. */
function isElsewhere(baseUrl: string): boolean {
  const page = globalThis.location;
  return page !== undefined && new URL(baseUrl, page.href).origin !== page.origin;
}

function formatPath(path: string, params: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent((params as Record<string, string>)[name] ?? '');
    // An address drops such a step, written as `%2e` too: the call would be another one.
    if (/^\.\.?$/.test(value)) throw new URIError(value);
    return value;
  });
}

function formatQuery(query: unknown): string {
  if (!query) return '';
  const pairs = Object.entries(query as Record<string, string | undefined>).filter(([, value]) => value !== undefined);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs as [string, string][])}` : '';
}
