/**
 * What `pnpm mutate` changes: the sources of a package under `folder`, or only those below `parts`, and none below
 * `without`. `score` is the least percentage of mutants that the package's tests must notice; mutants that no test can
 * notice do not count. `tests` leaves out tests that take long and notice nothing of these parts. With `inProcess` they
 * run without Vitest's workers: a hundred times as fast, for tests that use of Vitest only what `collect-tests.mjs` has.
 * There, a mutant that tests of `patienceS` seconds of processor time have not noticed counts as survived, whatever slower
 * tests would tell.
 */
export const mutatedPackages = {
  'api-contract': {
    folder: 'packages/api-contract',
    parts: ['rules'],
    tests: 'src/rules/*.test.ts',
    score: 100,
    inProcess: true,
  },
  'auth-session': {
    folder: 'packages/auth-session',
    // React, which tests in a browser run.
    without: ['hooks', 'sign-in-form'],
    // interleavings takes long, the example runs once in a process.
    tests: 'src/**/!(interleavings|example).test.ts',
    score: 100,
    inProcess: true,
  },
  'feature-flags': {
    folder: 'packages/feature-flags',
    tests: 'src/**/!(example).test.ts',
    score: 100,
    inProcess: true,
  },
  config: { folder: 'packages/config', tests: 'src/**/!(example).test.ts', score: 100, inProcess: true },
  'device-id': { folder: 'packages/device-id', score: 85 },
  'analytics-logger': { folder: 'packages/analytics-logger', score: 85 },
  'error-reporter': { folder: 'packages/error-reporter', score: 85 },
  'scan-ledger': {
    folder: 'packages/scan-ledger',
    parts: ['sender', 'decide', 'store', 'tickets'],
    // create-late-sender replaces a module, the example runs once in a process.
    tests: 'src/**/!(create-late-sender|example).test.ts',
    score: 85,
    inProcess: true,
    patienceS: 3,
  },
  'barcode-reader': {
    folder: 'packages/barcode-reader',
    parts: ['reads', 'gs1', 'frames'],
    tests: 'src/{*,{reads,gs1,frames}/*}.test.ts',
    score: 85,
  },
  'api-auth': {
    folder: 'apps/api',
    parts: ['auth'],
    // verify-tokens starts a program of the documentation.
    tests:
      'src/{auth/!(verify-tokens),clerks/clerks,cli/commands/keys,devices/{device-lists,devices},http/security-events,provide-sign-ins}.test.ts',
    score: 85,
    inProcess: true,
    patienceS: 10,
  },
  'api-scans': {
    folder: 'apps/api',
    parts: ['scans'],
    tests: 'src/{scans/*,auth/rights,webhooks/webhooks}.test.ts',
    score: 85,
    inProcess: true,
    patienceS: 10,
  },
};
