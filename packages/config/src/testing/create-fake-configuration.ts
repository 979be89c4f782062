import {
  type Configuration,
  type ConfigurationOptions,
  createConfiguration,
  type OwnKeys,
  type OwnValues,
} from '../index.ts';

/**
 * A real configuration, already initialised, over values of a test.
 *
 * @param values Keys as in `window.SCANTIX_CONFIG`; `API_BASE_URL` is `https://scantix.test` unless given.
 * @param options The app's own keys, areas and defaults.
 */
export function createFakeConfiguration<
  const Feature extends string = string,
  Keys extends OwnKeys = Record<never, never>,
>(
  values: Readonly<Record<string, unknown>> = {},
  options: Omit<ConfigurationOptions<Feature, Keys>, 'read' | 'origin'> = {},
): Configuration<Feature, OwnValues<Keys>> {
  const configuration = createConfiguration<Feature, Keys>({
    ...options,
    read: () => ({ API_BASE_URL: 'https://scantix.test', ...values }),
    origin: 'https://scantix.test',
  });
  configuration.initialize();
  return configuration;
}
