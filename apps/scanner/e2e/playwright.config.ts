import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './support/backend.ts';
import type { VisitorOptions } from './support/test.ts';

/**
 * The whole product in a real Chromium whose camera plays generated barcodes, against the real backend. All tests
 * run on a PostgreSQL server; the specification, and the way from the camera to Results, once more in the installed app on
 * the embedded database.
 */
export default defineConfig<VisitorOptions, BackendOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Two workers keep two cores busy for four fifths of the time.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // For what hangs: on a slow machine beside the other lane a sign-in took more than 15 s.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: '../.reports/e2e.json' }]],
  projects: [
    { name: 'postgres', use: { database: 'postgres' } },
    {
      name: 'embedded',
      testMatch: ['conformance/*.e2e.ts', 'scan.e2e.ts'],
      use: { database: 'embedded', installed: true },
    },
  ],
});
