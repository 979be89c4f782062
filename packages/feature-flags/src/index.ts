export {
  createFeatureFlags,
  type FeatureFlags,
  type FeatureFlagsOptions,
  type FlagDescription,
  type FlagLog,
} from './create-feature-flags.ts';
export { FLAG_NAMES, type FlagName, type FlagValidator } from './flag-definitions.ts';
