import { type Endpoint, type LoginRequest, login, logout, refresh } from '@scantix/api-contract';
import * as z from 'zod/mini';
import type { Clock } from './clock.ts';
import type { ServerTime } from './server-time.ts';

/** How one call to the server ended. */
export type CallOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly sentAt: number }
  /** Our API answered in JSON and rejected the call. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly code: string | null;
      readonly message: string;
      readonly retryAfterMs: number | null;
    }
  /** Something else answered: a captive portal's page, a gateway, an answer that breaks the contract. */
  | { readonly kind: 'foreign'; readonly status: number; readonly cause: unknown }
  | { readonly kind: 'network'; readonly cause: unknown }
  | { readonly kind: 'timeout' };

/** The three calls of section 7. They throw only the reason of the caller's own abort. */
export interface AuthCalls {
  login(
    request: LoginRequest,
    headers: { deviceId: string; fingerprint: string },
    signal: AbortSignal,
  ): Promise<CallOutcome<z.output<typeof login.response>>>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<CallOutcome<z.output<typeof refresh.response>>>;
  logout(accessToken: string): Promise<CallOutcome<unknown>>;
}

/** The form of every rejection by our API, in all versions of the server. */
const rejection = z.object({
  success: z.literal(false),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  retry_after_ms: z.optional(z.number()),
});

interface AuthCallsOptions {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  serverTime: ServerTime;
  timeoutMs: number;
}

/** Makes the calls and classifies their answers. */
export function createAuthCalls({ baseUrl, fetch, clock, serverTime, timeoutMs }: AuthCallsOptions): AuthCalls {
  async function send<E extends Endpoint>(
    endpoint: E,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<CallOutcome<z.output<E['response']>>> {
    const limit = new AbortController();
    const cancel = clock.after(timeoutMs, () => limit.abort());
    const sentAt = clock.now();
    try {
      const response = await fetch(baseUrl.replace(/\/+$/, '') + endpoint.path, {
        ...init,
        method: endpoint.method,
        // Our API does not redirect. A portal does, and must not get a password or a token.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      serverTime.learn(response.headers.get('Date'), sentAt);
      return classifyAnswer(endpoint, response, await response.text(), sentAt);
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      return limit.signal.aborted ? { kind: 'timeout' } : { kind: 'network', cause };
    } finally {
      cancel();
    }
  }

  const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
  return {
    login: (request, { deviceId, fingerprint }, signal) =>
      send(
        login,
        {
          headers: { ...json, 'X-Device-Id': deviceId, 'X-Device-Fingerprint': fingerprint },
          credentials: 'include',
          body: JSON.stringify(request),
        },
        signal,
      ),
    refresh: (refreshToken, signal) =>
      send(refresh, { headers: json, body: JSON.stringify({ refresh_token: refreshToken }) }, signal),
    logout: (accessToken) =>
      // `keepalive`, because people sign out and close the page.
      send(logout, {
        headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
        keepalive: true,
      }),
  };
}

function classifyAnswer<E extends Endpoint>(
  endpoint: E,
  { ok, status }: Response,
  text: string,
  sentAt: number,
): CallOutcome<z.output<E['response']>> {
  try {
    const body: unknown = JSON.parse(text);
    const refused = rejection.safeParse(body);
    if (refused.success) {
      const { code = null, message = '', retry_after_ms: retryAfterMs = null } = refused.data;
      return { kind: 'rejected', status, code, message, retryAfterMs };
    }
    if (!ok) throw new Error(`HTTP ${status} without an error of our API`);
    return { kind: 'ok', value: endpoint.response.parse(body) as z.output<E['response']>, sentAt };
  } catch (cause) {
    return { kind: 'foreign', status, cause };
  }
}
