export { createConfig as createFakeConfig } from '../index.ts';
