export { createFeatureFlags as createFakeFeatureFlags } from '../index.ts';
