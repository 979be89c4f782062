export {
  createFakeRoot,
  createFakeStorage,
  createFakeSystemPreference,
  type FakeRoot,
  type FakeSystemPreference,
} from './fakes.ts';
