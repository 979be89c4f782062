import { expect, test } from 'vitest';
import { followUser, type SessionState, type SessionUser } from './index.ts';
import { createFakeAuthSession, fakeUser } from './testing/index.ts';

const userOf = (id: string): SessionUser => ({ ...fakeUser, id });

const signedIn = (id: string, offline = false): SessionState => ({
  status: 'signed-in',
  user: userOf(id),
  expiresAt: Number.MAX_SAFE_INTEGER,
  offline,
  warning: null,
});

test('it is called for each other user and for each sign-out, and not in between', () => {
  const session = createFakeAuthSession();
  const users: (SessionUser | null)[] = [];
  const stop = followUser(session, (user) => users.push(user));
  session.setState({ status: 'signed-out', error: null });
  session.setState({ status: 'signing-in' });
  session.setState(signedIn('1'));
  session.setState(signedIn('1', true));
  session.setState({ status: 'signed-out', error: null });
  session.setState({ status: 'signing-in' });
  session.setState({ status: 'signed-out', error: 'no' });
  session.setState(signedIn('2'));
  session.setState(signedIn('3'));
  stop();
  session.setState({ status: 'signed-out', error: null });
  expect(users).toEqual([userOf('1'), null, userOf('2'), userOf('3')]);
});

test('while a user signs in anew, or the session is checked anew, nobody has left', () => {
  const session = createFakeAuthSession();
  const users: (SessionUser | null)[] = [];
  followUser(session, (user) => users.push(user));
  session.setState(signedIn('1'));
  session.setState({ status: 'signing-in' });
  session.setState({ status: 'restoring' });
  session.setState(signedIn('1'));
  expect(users).toEqual([userOf('1')]);
});

test('who is signed in already is told at once, and so is their sign-out', async () => {
  const session = createFakeAuthSession(signedIn('1'));
  const users: (SessionUser | null)[] = [];
  followUser(session, (user) => users.push(user));
  expect(users).toEqual([userOf('1')]);
  await session.logout();
  expect(users).toEqual([userOf('1'), null]);
});

test.each<SessionState>([{ status: 'restoring' }, { status: 'signing-in' }, { status: 'signed-out', error: null }])(
  'at first, $status is nobody to tell of',
  (state) => {
    const users: unknown[] = [];
    followUser(createFakeAuthSession(state), (user) => users.push(user));
    expect(users).toEqual([]);
  },
);

test('what the caller does with the first user is told, too', () => {
  const session = createFakeAuthSession(signedIn('1'));
  const users: (SessionUser | null)[] = [];
  followUser(session, (user) => {
    users.push(user);
    if (user) void session.logout();
  });
  expect(users).toEqual([userOf('1'), null]);
});
