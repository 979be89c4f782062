/**
 * What `pnpm mutate` changes: the sources of a package under `folder`, or only those below `parts`. `score` is the least
 * percentage of mutants that the package's tests must notice; mutants that no test can notice do not count. `tests`
 * leaves out tests that take long and notice nothing of these parts. With `postgres` they use a PostgreSQL server, where
 * they start ten times as fast as with PGlite. With `inProcess` they run without Vitest's workers: ten times as fast
 * too, for tests that use of Vitest only what `collect-tests.mjs` has.
 */
export const mutatedPackages = {
  'api-contract': { folder: 'packages/api-contract', parts: ['rules'], score: 100 },
  'auth-session': {
    folder: 'packages/auth-session',
    // interleavings takes long, the example runs once in a process.
    tests: 'src/**/!(interleavings|example).test.ts',
    score: 100,
    inProcess: true,
  },
  'feature-flags': { folder: 'packages/feature-flags', score: 100 },
  config: { folder: 'packages/config', score: 100 },
  'device-id': { folder: 'packages/device-id', score: 85 },
  'analytics-logger': { folder: 'packages/analytics-logger', score: 85 },
  'error-reporter': { folder: 'packages/error-reporter', score: 85 },
  'scan-ledger': { folder: 'packages/scan-ledger', parts: ['sender', 'decide', 'store', 'tickets'], score: 85 },
  'barcode-reader': {
    folder: 'packages/barcode-reader',
    parts: ['reads', 'gs1', 'frames'],
    tests: 'src/{*,{reads,gs1,frames}/*}.test.ts',
    score: 85,
  },
  'api-auth': { folder: 'apps/api', parts: ['auth'], tests: 'src/auth/*.test.ts', score: 85, postgres: true },
  'api-scans': { folder: 'apps/api', parts: ['scans'], tests: 'src/scans/*.test.ts', score: 85, postgres: true },
};
