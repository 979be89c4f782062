#!/usr/bin/env node
// pnpm chaos:NAME, pnpm test:hostile, or node scripts/chaos.mjs [NAME ...] [--short] [--json FILE]: injects faults around
// the named packages (without a name, around all) and measures their guarantees. Ends with code 1 when a figure misses its
// target.
import { runBenches } from './run-benches.mjs';

await runBenches({
  session: ['packages/auth-session/bench/session.ts', 'packages/auth-session/bench/interleavings.ts'],
  upheaval: ['packages/auth-session/bench/upheaval.ts'],
  delivery: ['packages/analytics-logger/bench/delivery.ts'],
  secrets: ['packages/error-reporter/bench/secrets.ts'],
  'device-id': ['packages/device-id/bench/device-id.ts'],
  ledger: [{ file: 'packages/scan-ledger/bench/chaos.ts', postgres: true }],
  model: ['apps/api/bench/model.ts'],
  restore: [{ file: 'packages/scan-ledger/bench/restore.ts', postgres: true }],
  power: [{ file: 'apps/api/bench/power.ts', postgres: true }, 'packages/scan-ledger/bench/power.ts'],
  hostile: [{ file: 'apps/api/bench/hostile.ts', postgres: true }],
});
