import { createApiClient } from '@scantix/api-contract';
import { createApiPorts } from '../../src/index.ts';

export interface ConnectOptions {
  /** Where the API is. */
  readonly baseUrl: string;
  readonly token: string;
  /** A call is given up after so long. @default never */
  readonly limitMs?: number;
}

/** What the ledger needs of a server, as a signed-in clerk. */
export function connect({ baseUrl, token, limitMs }: ConnectOptions): ReturnType<typeof createApiPorts> {
  const api = createApiClient({
    baseUrl,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${token}`);
      const signals = [init?.signal, limitMs === undefined ? null : AbortSignal.timeout(limitMs)];
      return fetch(input, { ...init, headers, signal: AbortSignal.any(signals.filter((signal) => signal != null)) });
    },
  });
  return createApiPorts(api);
}
