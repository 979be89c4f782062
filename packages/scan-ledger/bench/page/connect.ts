import { type ApiClient, createApiClient } from '@scantix/api-contract';

export interface Connection {
  /** Where the API is. */
  readonly baseUrl: string;
  readonly token: string;
  /** A call is given up after so long. @default never */
  readonly limitMs?: number;
}

/** Calls as a signed-in clerk. */
export function connect({ baseUrl, token, limitMs }: Connection): ApiClient {
  return createApiClient({
    baseUrl,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${token}`);
      const signals = [init?.signal, limitMs === undefined ? null : AbortSignal.timeout(limitMs)];
      return fetch(input, { ...init, headers, signal: AbortSignal.any(signals.filter((signal) => signal != null)) });
    },
  });
}
