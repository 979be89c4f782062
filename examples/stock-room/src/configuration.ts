import { createConfiguration } from '@scantix/config';
import { createFeatureFlags } from '@scantix/feature-flags';

export const configuration = createConfiguration({ defaults: { APP_NAME: 'Stock Room' } }).initialize();

export const flags = createFeatureFlags({
  flags: { PRINT_LABELS: { description: 'Prints a label for the bin that was counted last.' } },
  values: configuration.featureFlags,
});
