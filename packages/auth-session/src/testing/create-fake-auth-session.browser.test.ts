import { expect, test } from 'vitest';
import { createAuthSession } from '../index.ts';
import { createFakeAuthSession, fakeDeviceIdentity } from './index.ts';

const ADDRESS = 'data:text/plain,answered';

test("a fake session sends its calls by the page's own fetch", async () => {
  const answer = await createFakeAuthSession().fetchWithSession(ADDRESS);
  expect(await answer.text()).toBe('answered');
});

test("a session that refuses to sign in sends its calls by the page's own fetch", async () => {
  const { fetch } = globalThis;
  const session = createAuthSession({
    baseUrl: '/',
    deviceIdentity: fakeDeviceIdentity,
    useSecureCookies: true,
    fetch,
  });
  const answer = await session.fetchWithSession(ADDRESS);
  expect(await answer.text()).toBe('answered');
});
