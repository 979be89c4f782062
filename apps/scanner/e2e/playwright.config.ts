import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './support/backend.ts';
import type { VisitorOptions } from './support/test.ts';

/**
 * The whole product in a real Chromium whose camera plays generated barcodes, against the real backend. One run on
 * the embedded database; the specification once more in the installed app, the tests marked @postgres once more on a
 * PostgreSQL server.
 */
export default defineConfig<VisitorOptions, BackendOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Half of a test's time is waiting: two workers keep two cores busy.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../.reports/e2e.json' }]],
  projects: [
    { name: 'embedded', use: { database: 'embedded' } },
    { name: 'installed', testMatch: 'conformance/*.e2e.ts', use: { database: 'embedded', installed: true } },
    { name: 'postgres', grep: /@postgres/, use: { database: 'postgres' } },
  ],
});
