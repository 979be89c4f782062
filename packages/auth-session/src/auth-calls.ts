import type * as z from 'zod/mini';
import { type JsonAnswer, loginAnswer, readJsonAnswer, refreshAnswer, type WireTokens } from './auth-answers.ts';
import type { Clock } from './clock.ts';
import { type LogSink, toEvent } from './log-sink.ts';
import type { ServerTime } from './server-time.ts';
import { readSessionUser, type SessionUser, toSessionUser, type UserReader } from './session-user.ts';
import { apiAddress, type Call, HEADERS, LOGIN, LOGOUT, type LoginRequest, REFRESH } from './wire.ts';

/** What a server of ours says in headers; null: nothing. */
export interface Said {
  /** `register`: the session has no device key, and the server takes one. `prove`: the refresh needs a proof of now. */
  readonly ofKey: string | null;
  /** Ends the session that was signed in. */
  readonly handle: string | null;
}

/** How one call to the server ended. */
export type CallOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly sentAt: number; readonly said: Said }
  /** Something answered, but not with a success. `answer` is null when it is not JSON: a portal's or a gateway's page. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly answer: JsonAnswer | null;
      readonly said?: Said;
      /** What the server says of a refused sign-in in a header of its own. */
      readonly signIn?: string | null;
    }
  | { readonly kind: 'network'; readonly cause: unknown }
  | { readonly kind: 'timeout' };

/** The three calls, and calls of our own. They throw only the reason of the caller's own abort. */
export interface AuthCalls {
  login(
    request: LoginRequest,
    headers: { deviceId: string; fingerprint: string },
    signal: AbortSignal,
  ): Promise<CallOutcome<{ tokens: WireTokens; user: SessionUser }>>;
  /** `proof`: that of the device's key; null: none, as at every server that has not asked for it. */
  refresh(
    refreshToken: string,
    proof: string | null,
    signal: AbortSignal,
  ): Promise<CallOutcome<z.output<typeof refreshAnswer>>>;
  /** Every 2xx is a success: no answer is agreed. `value`: it is the answer of our own server. */
  logout(accessToken: string): Promise<CallOutcome<boolean>>;
  /** Posts to a call of our own. `value`: our own server has taken it; a portal's page may have status 200, too. */
  post(call: Call, body: object, options?: { accessToken: string; signal: AbortSignal }): Promise<CallOutcome<boolean>>;
}

interface SendOptions {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  log: LogSink;
  serverTime: ServerTime;
  timeoutMs: number;
}

interface AuthCallsOptions extends SendOptions {
  /** Reads the user of a sign-in's answer, once its fields have our names. */
  readUser?: UserReader;
}

/** Makes one call, and reads its answer if that is a success. It throws only the reason of the caller's own abort. */
type Send = <T>(
  call: Call,
  read: (text: string) => T,
  init: RequestInit,
  signal?: AbortSignal,
) => Promise<CallOutcome<T>>;

/** Classifies the answer of each call, and reports each that was not given up. */
export function createSend({ baseUrl, fetch, clock, log, serverTime, timeoutMs }: SendOptions): Send {
  return async ({ method, path }, read, init, signal) => {
    const limit = new AbortController();
    const cancel = clock.after(timeoutMs, () => limit.abort());
    const began = clock.monotonicNow();
    const report = (status: number, success: boolean) =>
      log.logApiCall({
        endpoint: path,
        module: 'auth',
        method,
        status,
        duration: clock.monotonicNow() - began,
        success,
      });
    try {
      const response = await fetch(apiAddress(baseUrl, path), {
        ...init,
        method,
        // Our API does not redirect. A portal does, and must not get a password or a token.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      const sentAt = serverTime.learn(response.headers.get('Date'), began);
      const text = await response.text();
      report(response.status, response.ok);
      return classifyAnswer(response, text, read, sentAt, (error) => {
        // The text of a SyntaxError quotes the answer.
        const reason = error instanceof SyntaxError ? error.name : error;
        log.log(toEvent('answer-unusable', 'warn', { endpoint: path, error: String(reason) }));
      });
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      report(0, false);
      return limit.signal.aborted ? { kind: 'timeout' } : { kind: 'network', cause };
    } finally {
      cancel();
    }
  };
}

/** The headers of a body in JSON. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** Makes the calls of one server. */
export function createAuthCalls({ readUser = readSessionUser, ...options }: AuthCallsOptions): AuthCalls {
  const send = createSend(options);
  return {
    login: (request, { deviceId, fingerprint }, signal) =>
      send(
        LOGIN,
        (text) => {
          const { tokens, user } = loginAnswer.parse(JSON.parse(text));
          return { tokens, user: readUser(toSessionUser(user)) };
        },
        {
          headers: { ...JSON_HEADERS, 'X-Device-Id': deviceId, 'X-Device-Fingerprint': fingerprint },
          credentials: 'include',
          body: JSON.stringify(request),
        },
        signal,
      ),
    refresh: (refreshToken, proof, signal) =>
      send(
        REFRESH,
        (text) => refreshAnswer.parse(JSON.parse(text)),
        {
          headers: proof === null ? JSON_HEADERS : { ...JSON_HEADERS, [HEADERS.proof]: proof },
          body: JSON.stringify({ refresh_token: refreshToken }),
        },
        signal,
      ),
    logout: (accessToken) =>
      send(LOGOUT, isTaken, {
        headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
        // People sign out and close the page.
        keepalive: true,
      }),
    post: (call, body, { accessToken, signal }: { accessToken?: string; signal?: AbortSignal } = {}) =>
      send(
        call,
        isTaken,
        {
          headers:
            accessToken === undefined ? JSON_HEADERS : { ...JSON_HEADERS, Authorization: `Bearer ${accessToken}` },
          body: JSON.stringify(body),
        },
        signal,
      ),
  };
}

const isTaken = (text: string) => readJsonAnswer(text)?.success === true;

function classifyAnswer<T>(
  { ok, status, headers }: Response,
  text: string,
  read: (text: string) => T,
  sentAt: number,
  onBroken: (error: unknown) => void,
): CallOutcome<T> {
  const said = { ofKey: headers.get(HEADERS.deviceKey), handle: headers.get(HEADERS.revocation) };
  const answer = readJsonAnswer(text);
  try {
    if (ok) return { kind: 'ok', value: read(text), sentAt, said };
  } catch (error) {
    // A 2xx that is not the answer asked for, nor a refusal.
    if (answer?.success !== false) onBroken(error);
  }
  return { kind: 'answered', status, answer, said, signIn: headers.get(HEADERS.signIn) };
}
