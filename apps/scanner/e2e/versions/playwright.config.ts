import { defineConfig } from '@playwright/test';

/** `pnpm test:versions`: the build of now and an earlier one, together and after each other. */
export default defineConfig({
  testDir: '.',
  testMatch: 'builds.versions.ts',
  outputDir: '../../test-results',
  workers: 1,
  // For what hangs: beside much other work a test takes minutes.
  timeout: 900_000,
  expect: { timeout: 90_000 },
});
