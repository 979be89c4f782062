import { ConfigurationError, createConfiguration } from '@scantix/config';
import * as z from 'zod/mini';

const configuration = createConfiguration({
  defaults: { APP_NAME: 'Stock Room' },
  keys: { PRINTER_URL: z.url(), BINS_A_PAGE: z._default(z.number(), 25) },
  features: ['counting', 'labels'],
});
try {
  const { apiBaseUrl, appName, own, isFeatureEnabled } = configuration.initialize();
  // `own` has the types of the schemas; a name that is no area is a type error.
  console.log(apiBaseUrl, appName, own.PRINTER_URL, own.BINS_A_PAGE, isFeatureEnabled('labels'));
} catch (error) {
  if (error instanceof ConfigurationError) console.log(error.code, error.message);
}
