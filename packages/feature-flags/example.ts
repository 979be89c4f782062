import { createFeatureFlags } from '@scantix/feature-flags';

const flags = createFeatureFlags({
  flags: {
    COUNT_BINS: { description: 'Counts a bin by reading each item.' },
    PRINT_LABELS: { description: 'Prints a label for each new bin.', default: true, requiresReload: true },
  },
  values: { COUNT_BINS: true }, // as an operator configured them
});

console.log(flags.isEnabled('COUNT_BINS')); // true; another name is a type error
for (const { name, value, requiresReload } of flags.list()) console.log(name, value, requiresReload);
