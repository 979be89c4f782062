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
  // Each worker has its own backend, browsers and ports.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../.reports/e2e.json' }]],
  projects: [
    // First: one file of many tests, which would run alone at the end.
    { name: 'states', testMatch: 'states/*.e2e.ts', use: { database: 'embedded' } },
    { name: 'embedded', testIgnore: 'states/*.e2e.ts', use: { database: 'embedded' } },
    { name: 'postgres', grep: /@postgres/, use: { database: 'postgres' } },
  ],
});
