export {
  createFeatureFlags,
  type FeatureFlags,
  type FeatureFlagsOptions,
  type FlagDescription,
  type FlagLog,
} from './create-feature-flags.ts';
export {
  DEFAULT_FLAGS,
  type DefaultFlagName,
  type FlagDefinition,
  type FlagDefinitions,
  type FlagValidator,
} from './flag-definitions.ts';
