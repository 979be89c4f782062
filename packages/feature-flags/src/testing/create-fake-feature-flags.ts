import { createFeatureFlags, type FeatureFlags, type FlagName } from '../index.ts';

/**
 * Real flags; the named ones are on. Warnings are collected in `warnings`.
 *
 * @example
 * const flags = createFakeFeatureFlags('ENABLE_DEBUG_MODE');
 */
export function createFakeFeatureFlags(
  ...enabled: readonly FlagName[]
): FeatureFlags & { readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const values = Object.fromEntries(enabled.map((name) => [name, true]));
  return {
    ...createFeatureFlags({ values, log: { warn: (message) => warnings.push(message) } }),
    warnings,
  };
}
