export { createFakeAuthSession, type FakeAuthSession, fakeUser } from './create-fake-auth-session.ts';
