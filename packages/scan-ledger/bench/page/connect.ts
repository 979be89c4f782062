import { createApiClient } from '@scantix/api-contract';
import { createApiPorts } from '../../src/index.ts';

export interface ConnectOptions {
  /** Where the API is. */
  readonly baseUrl: string;
  /** Returns the access token of who is signed in. */
  readonly token: () => string;
  /** Fetches a new access token when the server no longer takes the old one, as a session does; `false`: none. */
  readonly renew?: () => Promise<boolean>;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
}

/** Creates the ledger's ports to the server, for a signed-in clerk. */
export function connect({
  baseUrl,
  token,
  renew,
  fetch = globalThis.fetch,
}: ConnectOptions): ReturnType<typeof createApiPorts> {
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token()}`);
    return fetch(input, { ...init, headers });
  };
  const api = createApiClient({
    baseUrl,
    async fetch(input, init) {
      const answer = await send(input, init);
      const isRenewed = answer.status === 401 && (await renew?.());
      return isRenewed ? send(input, init) : answer;
    },
  });
  return createApiPorts(api);
}
