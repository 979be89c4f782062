export { createFakeFeatureFlags } from './create-fake-feature-flags.ts';
