import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './journeys.engines.ts';

/** `pnpm test:engines`: the app in the engines of Safari and of Firefox. Playwright only runs the tests. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: 'journeys.engines.ts',
  outputDir: '../../test-results',
  workers: 1,
  // As in the end-to-end tests: for what hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [{ name: 'webkit', use: { engine: 'webkit' } }],
});
