import { defineConfig } from 'vitest/config';

/** The tests against a PostgreSQL server, which `TEST_DATABASE_URL` names. They share it: one file after the other. */
export default defineConfig({
  resolve: { conditions: ['@scantix/source'] },
  ssr: { resolve: { conditions: ['@scantix/source'] } },
  test: {
    include: ['src/**/*.postgres.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['../../vitest.setup.ts'],
    fileParallelism: false,
    isolate: false,
    // As in the workspace's configuration.
    execArgv: ['--no-wasm-code-gc'],
    reporters: [process.stdout.isTTY ? 'default' : 'dot', ['json', { outputFile: '.reports/postgres.json' }]],
  },
});
