#!/usr/bin/env node
// pnpm bench:NAME, or node scripts/bench.mjs [NAME ...] [--short] [--json FILE] [option of a bench ...]: measures the
// speed of the named packages (without a name, of all). Ends with code 1 when a figure misses its target.
import { runBenches } from './run-benches.mjs';

await runBenches({
  camera: ['packages/barcode-reader/bench/camera.ts', 'packages/barcode-reader/bench/memory.ts'],
  decode: ['packages/barcode-reader/bench/decode.ts'],
  // A whole Chromium draws its window meanwhile, and takes half of the processor that the page would have.
  lighthouse: [{ file: 'apps/scanner/bench/lighthouse.ts', headless: true }],
  ledger: [{ file: 'packages/scan-ledger/bench/speed.ts', postgres: true }],
  reconnect: [{ file: 'packages/scan-ledger/bench/reconnect.ts', postgres: true }],
  scanning: [{ file: 'apps/scanner/bench/scanning.ts', postgres: true }, 'apps/scanner/bench/scanning.ts'],
  'scanning-embedded': ['apps/scanner/bench/scanning.ts'],
  api: [{ file: 'apps/api/bench/api.ts', postgres: true }],
  growth: [{ file: 'apps/api/bench/growth.ts', postgres: true }],
  import: [{ file: 'apps/api/bench/import.ts', postgres: true }],
  metrics: ['apps/api/bench/metrics.ts'],
  results: [{ file: 'apps/scanner/bench/results.ts', postgres: true }],
});
