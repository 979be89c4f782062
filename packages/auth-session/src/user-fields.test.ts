import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { type AuthSession, createAuthSession, type SessionLogEvent, type SessionUser } from './index.ts';
import { createSessionHarness, fakeDeviceIdentity } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGIN = '/v0/auth/login';
const staff = z.object({ badge: z.number(), shifts: z.catch(z.array(z.string()), []) });
const answer = (more: object) => () =>
  Response.json({
    success: true,
    tokens: { access_token: 'a', refresh_token: 'r', expires_in: 60, refresh_expires_in: 600 },
    user: { id: 7, clerk: 'ada', user_name: 'Ada', domain: 'd', workgroup: 'w', team: 'blue', ...more },
  });

function setUp() {
  const events: SessionLogEvent[] = [];
  const log = { log: (event: SessionLogEvent) => void events.push(event), logApiCall: () => {} };
  return { ...createSessionHarness({ userFields: staff, log }), events };
}

const known = { id: '7', clerk: 'ada', userName: 'Ada', domain: 'd', workgroup: 'w' };

test('the fields of a schema are typed and read, and those that nobody names stay', async () => {
  const { session, server, openTab } = setUp();
  server.answerNext(LOGIN, answer({ badge: 12, shifts: 'none' }));
  const user = { ...known, team: 'blue', badge: 12, shifts: [] };
  expect(await session.login(ada)).toEqual({ ok: true, user });
  const tab = openTab();
  await tab.start();
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user });

  const typed = createAuthSession({ baseUrl: 'http://a.test', deviceIdentity: fakeDeviceIdentity, userFields: staff });
  expectTypeOf(typed).toEqualTypeOf<AuthSession<SessionUser & { badge: number; shifts: string[] }>>();
});

test('a user that the schema refuses is not signed in, and the log says why', async () => {
  const { session, server, storage, events } = setUp();
  server.answerNext(LOGIN, answer({ badge: 'none' }));
  expect(await session.login(ada)).toMatchObject({ ok: false, code: 'network' });
  expect(storage.entries.size).toBe(0);
  const properties = { error: expect.stringContaining('badge') };
  const refused = { name: 'session-user-refused', level: 'error', category: 'auth', module: 'auth', properties };
  expect(events).toContainEqual(refused);
});

test('a stored user that the schema refuses, of an older build, is cleared as corrupt', async () => {
  const { session, server, storage, openTab } = setUp();
  server.answerNext(LOGIN, answer({ badge: 12 }));
  await session.login(ada);
  storage.setItem('userData', JSON.stringify(known));
  const tab = openTab();
  await tab.start();
  expect(tab.getSnapshot().status).toBe('signed-out');
  expect(storage.getItem('userData')).toBeNull();
});
