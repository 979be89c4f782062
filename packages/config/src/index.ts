export { type Config, createConfig } from './create-config.ts';
