import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './support/backend.ts';

/**
 * The whole product in a real Chromium whose camera plays generated barcodes, against the real backend. One run on
 * the embedded database; the tests marked @postgres once more on a PostgreSQL server.
 */
export default defineConfig<object, BackendOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  // One: two browsers at work saturate two cores, and a test that times something then waits for the other.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../.reports/e2e.json' }]],
  projects: [
    { name: 'embedded', use: { database: 'embedded' } },
    { name: 'postgres', grep: /@postgres/, use: { database: 'postgres' } },
  ],
});
