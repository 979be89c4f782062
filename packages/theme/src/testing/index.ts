export {
  createFakeRoot,
  createFakeStorage,
  createFakeSystemPreference,
  type FakeRoot,
  type FakeSystemPreference,
} from './fakes.ts';
export { type ThemeEnvironment, type ThemeHarness, themeContract } from './theme-contract.ts';
