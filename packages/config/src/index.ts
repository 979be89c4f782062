export type { AppConfiguration } from './app-configuration.ts';
export {
  type Configuration,
  type ConfigurationLog,
  type ConfigurationOptions,
  createConfiguration,
} from './create-configuration.ts';
export { ConfigurationError, type ConfigurationErrorCode } from './errors.ts';
export { FEATURES, type Feature } from './features.ts';
