// The same packages in Node: no window, no local storage, a session that lives in memory.
import { createAuthSession, isSessionValid } from '@scantix/auth-session';
import { createFakeAuthServer, createMemoryStorage } from '@scantix/auth-session/testing';
import { describeDevice } from '@scantix/device-id';
import { createFakeDeviceIdentity } from '@scantix/device-id/testing';

function expect(sentence: string, holds: boolean): void {
  if (!holds) throw new Error(`Not so: ${sentence}`);
}

expect('there is no page', !('window' in globalThis) && !('document' in globalThis));
expect(
  'a phone is told by its user agent',
  describeDevice({ userAgent: 'Mozilla/5.0 (iPhone)', platform: 'iPhone', maxTouchPoints: 5 }).deviceOS === 'iOS',
);

const server = createFakeAuthServer();
const session = createAuthSession({
  baseUrl: 'http://api.test',
  deviceIdentity: createFakeDeviceIdentity(),
  fetch: server.fetch,
  storage: createMemoryStorage(),
  indexedDB: null,
});
await session.start();
expect('nobody is signed in at first', session.getSnapshot().status === 'signed-out');

const refused = await session.login({ clerk: 'ada', password: 'wrong', rememberMe: false });
expect('a wrong password is refused', !refused.ok && refused.code === 'invalid-credentials');

const outcome = await session.login({ clerk: 'ada', password: 'secret', rememberMe: false });
expect('the right one signs in', outcome.ok && isSessionValid(session.getSnapshot(), Date.now()));

await session.logout();
expect('sign-out ends it', session.getSnapshot().status === 'signed-out');
session.stop();
