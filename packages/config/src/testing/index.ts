export { createFakeConfiguration } from './create-fake-configuration.ts';
