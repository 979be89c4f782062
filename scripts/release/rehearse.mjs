// What the rehearsals of releases share: a private registry of their own, and the count of their claims.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClaims } from './claims.mjs';
import { startRegistry } from './registry.mjs';

/** Starts an empty registry. `run` runs the claims, counts them, and ends the process: with code 1 if one is broken. */
export async function startRehearsal(name) {
  const { values } = parseArgs({ options: { report: { type: 'string' } } });
  const began = performance.now();
  const claims = createClaims();
  const folder = mkdtempSync(join(tmpdir(), `scantix-${name}-`));
  const registry = await startRegistry(join(folder, 'registry'));

  async function run(...parts) {
    try {
      for (const part of parts) await part();
    } finally {
      registry.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    claims.report(values.report);
    const { passed, failed } = claims.total;
    console.log(`\n${passed} passed, ${failed} failed, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    process.exit(failed === 0 ? 0 : 1);
  }
  return { claims, folder, registry, run };
}
