import { createApiClient } from '@scantix/api-contract';
import { createApiPorts } from '../../src/index.ts';

export interface ConnectOptions {
  /** Where the API is. */
  readonly baseUrl: string;
  readonly token: string;
}

/** Creates the ledger's ports to the server, for a signed-in clerk. */
export function connect({ baseUrl, token }: ConnectOptions): ReturnType<typeof createApiPorts> {
  const api = createApiClient({
    baseUrl,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    },
  });
  return createApiPorts(api);
}
