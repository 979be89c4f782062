import { ConfigurationError, createConfiguration } from '@scantix/config';

const configuration = createConfiguration();
try {
  const { apiBaseUrl, axiom, isFeatureEnabled } = configuration.initialize();
  console.log(apiBaseUrl, axiom.enabled, isFeatureEnabled('reports'));
} catch (error) {
  if (error instanceof ConfigurationError) console.log(error.code, error.message);
}
