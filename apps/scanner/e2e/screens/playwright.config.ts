import { defineConfig } from '@playwright/test';

/** `pnpm screens`: pictures of every view in every state, from the real app. */
export default defineConfig({
  testDir: '.',
  testMatch: 'take.screens.ts',
  outputDir: 'test-results',
  workers: 1,
  // As in the end-to-end tests: on a busy machine the pictures of one state took 52 s.
  timeout: 120_000,
  expect: { timeout: 30_000 },
});
