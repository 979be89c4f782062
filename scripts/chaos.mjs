#!/usr/bin/env node
// pnpm chaos:NAME, or node scripts/chaos.mjs [NAME ...] [--short] [--json FILE]: breaks what can break around the named
// packages (all without a name), measures what they promise, and ends with code 1 when a figure misses its target.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from './chromium.mjs';
import { fail, run, step } from './workspace.mjs';

const BENCHES = {
  session: ['packages/auth-session/bench/session.ts', 'packages/auth-session/bench/interleavings.ts'],
  telemetry: ['packages/analytics-logger/bench/delivery.ts', 'packages/error-reporter/bench/secrets.ts'],
  'device-id': ['packages/device-id/bench/device-id.ts'],
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) fail(`No such run: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);

const folder = mkdtempSync(join(tmpdir(), 'scantix-chaos-'));
const reports = [];
let failed = false;
for (const bench of names.flatMap((name) => BENCHES[name])) {
  step(bench);
  const file = join(folder, `${reports.length}.json`);
  const args = ['--conditions=@scantix/source', bench, '--json', file, ...(values.short ? ['--short'] : [])];
  const code = await run('node', args, { env: { CHROMIUM_PATH: provideChromium() } });
  failed ||= code !== 0;
  reports.push(readReport(file, { title: bench, figures: [{ figure: 'runs to its end', passed: false }] }));
}
rmSync(folder, { recursive: true, force: true });
if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);
process.exit(failed ? 1 : 0);

function readReport(file, empty) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return empty;
  }
}
