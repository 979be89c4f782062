import { createFeatureFlags } from '@scantix/feature-flags';

const flags = createFeatureFlags({ values: { ENABLE_DEBUG_MODE: true } });

console.log(flags.isEnabled('ENABLE_DEBUG_MODE')); // true
for (const { name, value, requiresReload, description } of flags.list()) {
  if (value) console.log(name, requiresReload, description);
}
