import { defineConfig } from '@playwright/test';

/** `pnpm screens`: pictures of every view in every state, from the real app. */
export default defineConfig({
  testDir: '.',
  testMatch: 'take.screens.ts',
  outputDir: 'test-results',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
});
