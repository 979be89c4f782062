import { defineConfig } from '@playwright/test';

/** `pnpm test:versions`: the build of now and an earlier one, together and after each other. */
export default defineConfig({
  testDir: '.',
  testMatch: 'builds.versions.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
});
