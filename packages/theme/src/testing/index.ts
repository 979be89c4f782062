export {
  createFakeRoot,
  createFakeStorage,
  createFakeSystemPreference,
  type FakeRoot,
  type FakeSystemPreference,
} from './fakes.ts';
export { type ThemeHarness, type ThemeSurroundings, themeContract } from './theme-contract.ts';
