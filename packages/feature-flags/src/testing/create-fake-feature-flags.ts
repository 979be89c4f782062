import { createFeatureFlags, type DefaultFlagName, type FeatureFlags, type FlagDefinitions } from '../index.ts';

/** What a set of fake flags is made of. */
export interface FakeFeatureFlagsOptions<Name extends string> {
  /** The app's own flags. @default DEFAULT_FLAGS */
  readonly flags?: FlagDefinitions<Name>;
  /** The flags that are on, whatever their default. @default those of the definitions */
  readonly enabled?: readonly NoInfer<Name>[];
}

/**
 * Real flags; the named ones are on. Warnings are collected in `warnings`.
 *
 * @example
 * const flags = createFakeFeatureFlags({ enabled: ['ENABLE_DEBUG_MODE'] });
 */
export function createFakeFeatureFlags<const Name extends string = DefaultFlagName>({
  enabled = [],
  ...options
}: FakeFeatureFlagsOptions<Name> = {}): FeatureFlags<Name> & { readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const values = Object.fromEntries(enabled.map((name) => [name, true]));
  return {
    ...createFeatureFlags<Name>({ ...options, values, log: { warn: (message) => warnings.push(message) } }),
    warnings,
  };
}
