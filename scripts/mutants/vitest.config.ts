import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The API's suites run on the PostgreSQL server of TEST_DATABASE_URL instead of PGlite, where there is one. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const onPglite = globSync('apps/api/src/**/*.suite.ts').map((suite) => suite.replace('.suite.', '.test.'));

/** The tests that a mutant must fail: those in Node.js, from source. Stryker adds the folder of the package. */
export default defineConfig({
  resolve: { conditions: ['@scantix/source'] },
  ssr: { resolve: { conditions: ['@scantix/source'] } },
  test: {
    include: ['**/src/**/*.test.{ts,tsx}'],
    exclude: [
      '**/*.browser.test.{ts,tsx}',
      ...(onPostgres ? [...onPglite, '**/!(api).postgres.test.ts'] : ['**/*.postgres.test.ts']),
      '**/node_modules/**',
    ],
  },
});
