import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The API's suites run on the PostgreSQL server of TEST_DATABASE_URL instead of PGlite, where there is one. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const onPglite = globSync('apps/api/src/**/*.suite.ts').map((suite) =>
  suite.replace('apps/api/', '**/').replace('.suite.', '.test.'),
);

/** The tests that a mutant must fail: those in Node.js, from source. Stryker adds the folder of the package. */
export default defineConfig({
  resolve: { conditions: ['@scantix/source'] },
  ssr: { resolve: { conditions: ['@scantix/source'] } },
  test: {
    // Stryker has a time limit of its own for each mutant.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['**/src/**/*.test.{ts,tsx}'],
    exclude: [
      '**/*.browser.test.{ts,tsx}',
      ...(onPostgres ? [...onPglite, '**/two-processes.postgres.test.ts'] : ['**/*.postgres.test.ts']),
      '**/node_modules/**',
    ],
  },
});
