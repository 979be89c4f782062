import { type AuthSession, type AuthSessionOptions, createAuthSession, type SessionDeviceIdentity } from '../index.ts';
import { createMemoryLocks } from '../memory-locks.ts';
import { createFakeAuthServer, type FakeAuthServer } from './create-fake-auth-server.ts';
import { createFakeClock, type FakeClock } from './create-fake-clock.ts';
import { createMemoryStorage, type MemoryStorage } from './create-memory-storage.ts';

/** A device for tests. */
export const fakeDeviceIdentity: SessionDeviceIdentity = {
  getDeviceId: async () => 'device-1.random',
  getFingerprint: async () => 'device-1',
  getDeviceInformation: async () => ({
    deviceType: 'Android Phone',
    deviceOS: 'Android',
    deviceBrowser: 'Chrome',
    deviceString: 'Android Phone (Chrome)',
    deviceCategory: 'mobile',
    language: 'en',
    screenResolution: '390x844',
  }),
};

/** One browser: a real session, its tabs, and fakes of everything outside them. */
export interface SessionHarness {
  readonly session: AuthSession;
  readonly server: FakeAuthServer;
  readonly clock: FakeClock;
  readonly storage: MemoryStorage;
  /** The window of `session`. */
  readonly events: EventTarget;
  /** Another session over the same storage, locks and IndexedDB, with a window of its own. */
  openTab(options?: Partial<AuthSessionOptions>): AuthSession;
}

/** Makes a session with fakes of everything outside it; `options` replace any part of it. */
export function createSessionHarness({
  server,
  ...options
}: Partial<AuthSessionOptions> & { server?: Parameters<typeof createFakeAuthServer>[0] } = {}): SessionHarness {
  const clock = createFakeClock();
  const storage = createMemoryStorage();
  const locks = createMemoryLocks();
  const events = new EventTarget();
  const fakeServer = createFakeAuthServer({ clock, ...server });
  const openTab = (more: Partial<AuthSessionOptions> = {}) =>
    createAuthSession({
      baseUrl: 'http://fake.test',
      deviceIdentity: fakeDeviceIdentity,
      fetch: fakeServer.fetch,
      clock,
      storage,
      locks,
      indexedDB: null,
      events: new EventTarget(),
      ...options,
      ...more,
    });
  return { session: openTab({ events }), server: fakeServer, clock, storage, events, openTab };
}
