import { HEADERS, refresh, registerDeviceKey, type Tokens } from '@scantix/api-contract';
import { createTestDevice, type TestDevice } from './create-test-device.ts';
import { expectValue, type SignedIn, type TestServer } from './start-test-server.ts';

/** The calls around a device's key, as a device makes them. */
export interface DeviceCalls {
  readonly device: TestDevice;
  /** Posts JSON. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  /** Refreshes, with a proof if one is given. */
  exchange(token: string, proof?: string): Promise<Exchange>;
  /** Refreshes with a new proof by a device. @default device */
  provenExchange(token: string, by?: TestDevice): Promise<Exchange>;
  /** Registers the key of a device. @default device */
  register(session: SignedIn, by?: TestDevice): ReturnType<SignedIn['api']['call']>;
  /** Signs in and registers the key of `device`. */
  signInBound(): Promise<SignedIn>;
}

export interface Exchange {
  readonly status: number;
  /** What the server says of the device's key. */
  readonly asks: string | null;
  readonly tokens: Tokens | undefined;
}

/** A refresh that needs a proof, or another one. */
export const PROVE: Exchange = { status: 428, asks: 'prove', tokens: undefined };
/** A refresh that was refused for good. */
export const REFUSED: Exchange = { status: 401, asks: null, tokens: undefined };

export async function createDeviceCalls(server: TestServer): Promise<DeviceCalls> {
  const device = await createTestDevice(server.clock);

  const post: DeviceCalls['post'] = (path, body, headers = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  async function exchange(token: string, proof?: string): Promise<Exchange> {
    const headers = proof === undefined ? {} : { [HEADERS.proof]: proof };
    const answer = await post(refresh.path, { refresh_token: token }, headers);
    const { tokens } = (await answer.json()) as { tokens?: Tokens };
    return { status: answer.status, asks: answer.headers.get(HEADERS.deviceKey), tokens };
  }

  async function register({ api, tokens }: SignedIn, by = device) {
    const proof = await by.prove(registerDeviceKey.path, tokens.access_token);
    return api.call(registerDeviceKey, { body: { key: by.key, proof } });
  }

  return {
    device,
    post,
    exchange,
    provenExchange: async (token, by = device) => exchange(token, await by.prove(refresh.path, token)),
    register,
    async signInBound() {
      const session = await server.signIn();
      expectValue(await register(session));
      return session;
    },
  };
}
