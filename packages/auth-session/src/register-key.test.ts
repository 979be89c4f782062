import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { DELIVER, type DeviceKeyOptions, PROOF_TYPE, REGISTER, registerKey, sendRevocations } from './device-key.ts';

/** Calls that all end as `kind`. */
function setUp({ kind = 'ok', ...parts }: { kind?: string } & Partial<DeviceKeyOptions> = {}) {
  const post = vi.fn<(...call: unknown[]) => Promise<{ kind: string }>>(async () => ({ kind }));
  const dropRevocations = vi.fn();
  const options = {
    ...{
      baseUrl: '/',
      database: 'keys',
      indexedDB: new IDBFactory(),
      clock: { now: () => 1_000 },
      serverTime: { now: () => 1_000 },
    },
    ...{ calls: { post }, vault: { dropRevocations }, ...parts },
  } as unknown as DeviceKeyOptions;
  const register = () => registerKey(options, 'token', new AbortController().signal);
  return { options, post, dropRevocations, register };
}

test.each([
  ['without IndexedDB', null, globalThis.crypto],
  ['on a page that is not secure', new IDBFactory(), {}],
  ['without Web Crypto', new IDBFactory(), undefined],
])('%s no key is registered, and that is no failure', async (_where, indexedDB, crypto) => {
  vi.stubGlobal('crypto', crypto);
  const { post, register } = setUp({ indexedDB });
  await register().finally(() => vi.unstubAllGlobals());
  expect(post).not.toHaveBeenCalled();
});

test('where the browser refuses IndexedDB no key is registered', async () => {
  const indexedDB = new IDBFactory();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Refused', 'SecurityError');
  });
  const { post, register } = setUp({ indexedDB });
  await expect(register()).rejects.toThrow('Refused');
  expect(post).not.toHaveBeenCalled();
});

test('a registration that the server does not take is a failure that says how the call ended', async () => {
  await expect(setUp({ kind: 'answered' }).register()).rejects.toThrow('The call ended as answered');
});

test('a key is made once, and registered with a proof that names its algorithm and type', async () => {
  const generateKey = vi.spyOn(crypto.subtle, 'generateKey');
  const { post, register } = setUp();
  const before = generateKey.mock.calls.length;
  await register();
  await register();
  expect(generateKey.mock.calls.length - before).toBe(1);
  const [endpoint, body] = post.mock.calls[0] ?? [];
  expect(endpoint).toBe(REGISTER);
  const [header = ''] = (body as { proof: string }).proof.split('.');
  expect(JSON.parse(atob(header))).toEqual({ alg: 'ES256', typ: PROOF_TYPE });
});

test('a server gets the handles of its own sessions alone', async () => {
  const { options, post } = setUp();
  const waiting = ['/', 'https://elsewhere.example'].map((server) => ({
    server,
    handle: `of ${server}`,
    endsAt: 2_000,
  }));
  await sendRevocations(options, waiting);
  expect(post.mock.calls).toEqual([[DELIVER, { handles: ['of /'] }]]);
});
