/** Feature flags that are read once at start-up and cannot change afterwards. */
export interface FeatureFlags {
  readonly name: 'feature-flags';
}

export function createFeatureFlags(): FeatureFlags {
  return { name: 'feature-flags' };
}
