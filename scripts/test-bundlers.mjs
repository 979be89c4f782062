#!/usr/bin/env node
// pnpm test:bundlers [--report FILE]: every package in Vite (dev and build), webpack, Next.js, Node, and a browser without
// a bundler, from the tarballs of the packages as they stand. A step of pnpm test:release as well.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryBundlers } from './release/bundlers.mjs';
import { createClaims } from './release/claims.mjs';
import { runWithPnpm } from './workspace.mjs';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const claims = createClaims();
const folder = mkdtempSync(join(tmpdir(), 'scantix-test-bundlers-'));
const tarballs = join(folder, 'tarballs');
const pnpm = async (...args) => assert.equal(await runWithPnpm(args), 0);

try {
  await pnpm('turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only');
  await pnpm(
    'pnpm',
    '--recursive',
    '--filter=./packages/*',
    '--filter=!@scantix/runtime-utils',
    'pack',
    '--pack-destination',
    tarballs,
  );
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  await tryBundlers(claims, join(folder, 'bundlers'), files);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
claims.report(values.report);
console.log(`\n${claims.total.passed} passed, ${claims.total.failed} failed`);
process.exit(claims.total.failed === 0 ? 0 : 1);
