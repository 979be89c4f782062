#!/usr/bin/env node
// pnpm bench:NAME, or node scripts/bench.mjs [NAME ...] [--short] [--json FILE] [option of a bench ...]: measures how
// fast the named packages are (all without a name), and ends with code 1 when a figure misses its target.
import { runBenches } from './run-benches.mjs';

await runBenches({
  camera: ['packages/barcode-reader/bench/camera.ts', 'packages/barcode-reader/bench/memory.ts'],
  decode: ['packages/barcode-reader/bench/decode.ts'],
  lighthouse: ['apps/scanner/bench/lighthouse.ts'],
  ledger: [{ file: 'packages/scan-ledger/bench/speed.ts', postgres: true }],
  scanning: ['apps/scanner/bench/scanning.ts'],
  results: [{ file: 'apps/scanner/bench/results.ts', postgres: true }],
});
