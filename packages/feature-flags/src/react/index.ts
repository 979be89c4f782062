export { createFeatureFlagsAtoms, type FeatureFlagsAtoms } from './create-feature-flags-atoms.ts';
