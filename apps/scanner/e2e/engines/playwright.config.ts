import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './journeys.engines.ts';

/** `pnpm test:engines`: the app in the engines of Safari and of Firefox. Playwright only runs the tests. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: 'journeys.engines.ts',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results',
  workers: 1,
  // For what hangs: beside much other work a backend took two minutes to start.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  projects: [
    { name: 'webkit', use: { engine: 'webkit' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
});
