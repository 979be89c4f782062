export { createMemoryLocks } from '../session-lock.ts';
export {
  createFakeAuthServer,
  type FakeAuthServer,
  refuse,
  type ScriptedAnswer,
  type SeenRequest,
} from './create-fake-auth-server.ts';
export { createFakeAuthSession, type FakeAuthSession, fakeUser } from './create-fake-auth-session.ts';
export { createFakeClock, type FakeClock } from './create-fake-clock.ts';
export { createMemoryStorage, type MemoryStorage } from './create-memory-storage.ts';
export { createSessionBench, fakeDeviceIdentity, type SessionBench } from './create-session-bench.ts';
export { type RotationStore, type RotationStoreHarness, rotationStoreContract } from './rotation-store-contract.ts';
export { type SessionLocksHarness, sessionLocksContract } from './session-locks-contract.ts';
