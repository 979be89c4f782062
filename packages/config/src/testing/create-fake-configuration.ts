import { type Configuration, createConfiguration } from '../index.ts';

/**
 * A real configuration, already initialised, over values of a test.
 *
 * @param values Keys as in `window.SCANTIX_CONFIG`; `API_BASE_URL` is `https://scantix.test` unless given.
 */
export function createFakeConfiguration(values: Readonly<Record<string, unknown>> = {}): Configuration {
  const configuration = createConfiguration({
    read: () => ({ API_BASE_URL: 'https://scantix.test', ...values }),
    origin: 'https://scantix.test',
  });
  configuration.initialize();
  return configuration;
}
