export type { AppConfiguration } from './app-configuration.ts';
export type { ConfigurationValues } from './configuration-schema.ts';
export {
  type Configuration,
  type ConfigurationLog,
  type ConfigurationOptions,
  createConfiguration,
} from './create-configuration.ts';
export { ConfigurationError, type ConfigurationErrorCode } from './errors.ts';
export type { OwnKeys, OwnValues, ValueSchema } from './own-keys.ts';
