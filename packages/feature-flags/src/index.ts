export { createFeatureFlags, type FeatureFlags } from './create-feature-flags.ts';
