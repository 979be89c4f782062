export { createMemoryLocks } from '../memory-locks.ts';
export {
  createFakeAuthServer,
  type FakeAuthServer,
  refuse,
  type ScriptedAnswer,
  type SeenRequest,
} from './create-fake-auth-server.ts';
export { createFakeAuthSession, type FakeAuthSession, fakeUser } from './create-fake-auth-session.ts';
export { createFakeClock, type FakeClock } from './create-fake-clock.ts';
export { createForeignAuthServer, type ForeignAuthServer, type ForeignErrors } from './create-foreign-auth-server.ts';
export { createMemoryStorage, type MemoryStorage } from './create-memory-storage.ts';
export { createSessionHarness, fakeDeviceIdentity, type SessionHarness } from './create-session-harness.ts';
export { type RotationStore, type RotationStoreHarness, rotationStoreContract } from './rotation-store-contract.ts';
export { type LoopbackServer, serveOverHttp } from './serve-over-http.ts';
export { type SessionLocksHarness, sessionLocksContract } from './session-locks-contract.ts';
