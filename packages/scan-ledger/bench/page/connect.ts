import { createApiClient } from '@scantix/api-contract';
import { createApiPorts } from '../../src/index.ts';

export interface ConnectOptions {
  /** Where the API is. */
  readonly baseUrl: string;
  /** Returns the access token of who is signed in. */
  readonly token: () => string;
  /** Fetches a new access token when the server no longer takes the old one, as a session does; `false`: none. */
  readonly renew?: () => Promise<boolean>;
  /** Watches the calls, each with the renewal of its token. @default not at all */
  readonly watch?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
}

/** Creates the ledger's ports to the server, for a signed-in clerk. */
export function connect({
  baseUrl,
  token,
  renew,
  watch = (unwatched) => unwatched,
}: ConnectOptions): ReturnType<typeof createApiPorts> {
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token()}`);
    return fetch(input, { ...init, headers });
  };
  const api = createApiClient({
    baseUrl,
    fetch: watch(async (input, init) => {
      const answer = await send(input, init);
      const isRenewed = answer.status === 401 && (await renew?.());
      return isRenewed ? send(input, init) : answer;
    }),
  });
  return createApiPorts(api);
}
