import { expect, test } from 'vitest';
import type { KeyValueStorage } from './index.ts';
import { createSessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const quota = new DOMException('The quota has been exceeded.', 'QuotaExceededError');

test.each([
  ['authToken', 'Failed to store authentication tokens', 'token-storage'],
  ['refreshToken', 'Failed to store authentication tokens', 'token-storage'],
  ['userData', 'Failed to store user data', 'user-storage'],
])(
  'a full storage that refuses %s makes a session in memory with a visible warning',
  async (key, warning, warningCode) => {
    const { session, storage, clock, openTab } = createSessionHarness();
    storage.refuse(quota, key);
    await session.start();
    expect(await session.login(ada)).toMatchObject({ ok: true });
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', warning, warningCode });
    // No half of a session is left behind for the next start.
    expect(storage.entries.size).toBe(0);
    expect(await session.getAccessToken()).toBe('access-1-0');
    clock.jump(3_600_000);
    expect(await session.getAccessToken()).toBe('access-1-1');
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', warning, warningCode });

    const next = openTab();
    await next.start();
    expect(next.getSnapshot().status).toBe('signed-out');
  },
);

test('a storage that fills up later does not end the session', async () => {
  const { session, storage, clock } = createSessionHarness();
  await session.start();
  await session.login(ada);
  storage.refuse(quota);
  clock.jump(3_600_000);
  expect(await session.getAccessToken()).toBe('access-1-1');
  expect(session.getSnapshot()).toMatchObject({ warning: 'Failed to store authentication tokens' });
});

test('a browser that blocks storage altogether still signs in', async () => {
  const blocked = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  const storage: KeyValueStorage = { getItem: blocked, setItem: blocked, removeItem: blocked };
  const { session } = createSessionHarness({ storage, locks: { request: async () => blocked() } });
  await session.start();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(await session.login(ada)).toMatchObject({ ok: true });
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', warning: 'Failed to store user data' });
  expect(await session.refresh()).toBe(true);
  await session.logout();
  expect(await session.getAccessToken()).toBeNull();
});

test('the warning ends with the session', async () => {
  const { session, storage } = createSessionHarness();
  storage.refuse(quota);
  await session.login(ada);
  await session.logout();
  storage.refuse(undefined);
  await session.login(ada);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', warning: null });
});

test('the warning of one session is not shown for the next one, which another tab started', async () => {
  const { session, storage, events, openTab } = createSessionHarness();
  await session.start();
  storage.refuse(quota);
  await session.login(ada);
  await session.logout();
  storage.refuse(undefined);
  await openTab().login(ada);
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken', newValue: 'access-2-0' }));
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', warning: null });
});

test('an IndexedDB that fails is logged and costs nothing else', async () => {
  const names: string[] = [];
  const broken = {
    open: () => {
      throw new DOMException('Blocked', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const { session } = createSessionHarness({
    indexedDB: broken,
    log: { log: ({ name }) => names.push(name), logApiCall: () => {} },
  });
  await session.start();
  expect(await session.login(ada)).toMatchObject({ ok: true });
  expect(await session.refresh()).toBe(true);
  expect(await session.getAccessToken()).toBe('access-1-1');
  expect(names).toContain('session-record-failed');
});
