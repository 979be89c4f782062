import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createFakeAuthSession, createFakeClock, createSessionHarness, fakeUser } from '../testing/index.ts';
import { createAuthSessionAtoms } from './index.ts';

test('the atoms follow the session from sign-in to sign-out', async () => {
  const { session, clock } = createSessionHarness();
  const { sessionAtom, isSessionValidAtom, userAtom, loginAtom, logoutAtom } = createAuthSessionAtoms(session, {
    clock,
  });
  const store = createStore();
  const seen: string[] = [];
  store.sub(sessionAtom, () => seen.push(store.get(sessionAtom).status));
  expect(store.get(isSessionValidAtom)).toBe(false);
  expect(await store.set(loginAtom, { clerk: 'ada', password: 'secret' })).toMatchObject({ ok: true });
  expect(store.get(isSessionValidAtom)).toBe(true);
  expect(store.get(userAtom)?.clerk).toBe('ada');
  await store.set(logoutAtom);
  expect(store.get(userAtom)).toBeNull();
  expect(seen).toEqual(['signing-in', 'signed-in', 'signed-out']);
});

test('what changed before the mount is seen', () => {
  const session = createFakeAuthSession();
  const { sessionAtom } = createAuthSessionAtoms(session, { clock: createFakeClock() });
  session.setState({ status: 'signed-out', error: 'too late' });
  const store = createStore();
  store.sub(sessionAtom, () => {});
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-out', error: 'too late' });
});

test('a session that expires offline stops being valid', async () => {
  const { session, clock, server } = createSessionHarness();
  const { isSessionValidAtom } = createAuthSessionAtoms(session, { clock });
  const store = createStore();
  await session.start();
  await session.login({ clerk: 'ada', password: 'secret' });
  store.sub(isSessionValidAtom, () => {});
  server.answerAlways('/v0/auth/refresh', () => Promise.reject(new TypeError('Failed to fetch')));
  await clock.advance(3_600_000);
  await expect.poll(() => store.get(isSessionValidAtom)).toBe(false);
});

test('the fake signs in, refuses and signs out as the test asks', async () => {
  const session = createFakeAuthSession();
  await session.start();
  session.answerLoginWith({ ok: false, code: 'network', message: 'Network error. Please try again.' });
  await session.login({ clerk: 'ada', password: 'x' });
  expect(session.getSnapshot()).toMatchObject({
    status: 'signed-out',
    error: 'Network error. Please try again.',
    errorCode: 'network',
  });
  session.answerLoginWith({ ok: true, user: fakeUser });
  await session.login({ clerk: 'ada', password: 'x' });
  expect(await session.getAccessToken()).toBe('fake-access-token');
  expect(await session.refresh()).toBe(true);
  await session.logout();
  expect(await session.getAccessToken()).toBeNull();
  expect(session.calls).toEqual({ login: 2, logout: 1, refresh: 1 });
});

test('the atoms have the names that development tools show', () => {
  const atoms = createAuthSessionAtoms(createFakeAuthSession(), { clock: createFakeClock() });
  for (const [name, atom] of Object.entries(atoms)) expect(name).toBe(`${atom.debugLabel}Atom`);
});
