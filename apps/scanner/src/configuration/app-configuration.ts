import { type AppConfiguration as Configuration, createConfiguration } from '@scantix/config';

/** The areas of this app that an operator can switch off: the keys of `FEATURES`, all on by default. */
export const FEATURES = [
  'reports',
  'results',
  'batch',
  'hardwareScanner',
  'imageFile',
  'typedCode',
  'export',
  'undo',
  'install',
  'offline',
] as const;

/** One of the areas that an operator can switch off. */
export type Feature = (typeof FEATURES)[number];

/** The runtime configuration of this app. */
export type AppConfiguration = Configuration<Feature>;

/**
 * Reads the configuration of the page.
 * @throws ConfigurationError, whose message the start-up failure page shows.
 */
export function readAppConfiguration(): AppConfiguration {
  return createConfiguration({ features: FEATURES }).initialize();
}
