import { afterEach, expect, test } from 'vitest';
import { type ApiCallLog, createAuthSession } from './index.ts';
import {
  createForeignAuthServer,
  createMemoryStorage,
  fakeDeviceIdentity,
  type LoopbackServer,
  serveOverHttp,
} from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret', rememberMe: true };
const running: LoopbackServer[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server[Symbol.asyncDispose]();
});

async function openForeignServer(options: Parameters<typeof createForeignAuthServer>[0] = {}) {
  const foreign = createForeignAuthServer(options);
  const server = await serveOverHttp(foreign.handle);
  running.push(server);
  const storage = createMemoryStorage();
  const names: string[] = [];
  const apiCalls: ApiCallLog[] = [];
  const open = () =>
    createAuthSession({
      baseUrl: server.origin + (options.basePath ?? ''),
      deviceIdentity: fakeDeviceIdentity,
      storage,
      log: { log: ({ name }) => names.push(name), logApiCall: (call) => apiCalls.push(call) },
    });
  return { foreign, open, storage, names, apiCalls };
}

test('[7.3][7.4][7.7] sign-in, refresh and sign-out work against a server that is known by section 7 alone', async () => {
  const { foreign, open, storage, names } = await openForeignServer({ basePath: '/gate/api' });
  const session = open();
  await session.start();

  const user = {
    id: '4711',
    clerk: 'ada',
    userName: 'Ada Lovelace',
    domain: 'north',
    workgroup: '',
    avatar: null,
    permissions: ['scan'],
    email: 'ada@foreign.example',
  };
  expect(await session.login(ada)).toEqual({ ok: true, user });
  expect(JSON.parse(storage.getItem('userData') ?? '')).toEqual(user);
  expect(await session.refresh()).toBe(true);
  expect(storage.getItem('authToken')).toBe('at.2/+=');
  session.stop();

  const next = open();
  await next.start();
  expect(next.getSnapshot()).toMatchObject({ status: 'signed-in', user });
  await next.logout();
  expect(storage.entries.size).toBe(0);
  expect(names).not.toContain('logout-failed');
  expect(foreign.unknownCalls).toEqual([]);
  next.stop();
});

test.each(['no-content', 'empty', 'text'] as const)(
  '[7.4] a sign-out that is answered with %s has succeeded',
  async (logout) => {
    const { open, names, apiCalls } = await openForeignServer({ logout });
    const session = open();
    await session.login(ada);
    await session.logout();
    expect(names).not.toContain('logout-failed');
    expect(apiCalls.at(-1)).toMatchObject({ endpoint: '/v0/auth/logout', success: true });
  },
);

test.each(['text', 'html', 'json'] as const)(
  '[8.2][7.8] a wrong password is told by the status of an error in %s, and a refresh that is refused returns false',
  async (errors) => {
    const { foreign, open } = await openForeignServer({ errors });
    const session = open();
    expect(await session.login({ ...ada, password: 'wrong' })).toEqual({
      ok: false,
      code: 'invalid-credentials',
      message: 'Invalid username or password. Please try again.',
    });
    await session.login(ada);
    foreign.revokeAll();
    expect(await session.refresh()).toBe(false);
    session.stop();
  },
);
