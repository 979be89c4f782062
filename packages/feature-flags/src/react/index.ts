export { createFeatureFlagsAtoms } from './create-feature-flags-atoms.ts';
