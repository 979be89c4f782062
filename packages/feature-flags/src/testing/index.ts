export { createFakeFeatureFlags, type FakeFeatureFlagsOptions } from './create-fake-feature-flags.ts';
