#!/usr/bin/env node
// pnpm test:publish [--report FILE]: the short form of pnpm test:release. The packages as they stand go to a private
// registry; an empty project installs two of them, type-checks with them and runs them in Node.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClaims } from './release/claims.mjs';
import { createConsumer } from './release/consumer.mjs';
import { writeNpmrc } from './release/npmrc.mjs';
import { startRegistry } from './release/registry.mjs';
import { publishedPackages, runWithPnpm } from './workspace.mjs';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const claims = createClaims();
const folder = mkdtempSync(join(tmpdir(), 'scantix-test-publish-'));
const registry = await startRegistry(join(folder, 'registry'));
const npmrc = writeNpmrc(join(folder, 'npmrc'), registry.url);
const pnpm = async (env, ...args) => assert.equal(await runWithPnpm(args, { env }), 0);

try {
  await claims.verify('every package is built and published', async () => {
    await pnpm({}, 'turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only');
    // In lower case too: npx exports the machine's configuration in lower case, and pnpm prefers it.
    const env = { NPM_CONFIG_USERCONFIG: npmrc, npm_config_userconfig: npmrc, NPM_TOKEN: registry.token };
    await pnpm(env, 'pnpm', '--recursive', '--filter=./packages/*', 'publish', '--no-git-checks', '--silent');
    const headers = { authorization: `Bearer ${registry.token}` };
    for (const name of publishedPackages())
      assert.equal((await fetch(new URL(`@scantix/${name}`, registry.url), { headers })).status, 200, name);
  });
  const consumer = await createConsumer(join(folder, 'consumer'), registry, { vite: false });
  await claims.verify('two of them come from the registry, and no third', () =>
    assert.deepEqual(
      consumer.installed().map(([path, { link, integrity }]) => [path, !link && Boolean(integrity)]),
      ['auth-session', 'device-id'].map((name) => [`node_modules/@scantix/${name}`, true]),
    ),
  );
  for (const configuration of ['tsconfig.json', 'tsconfig.node16.json'])
    await claims.verify(`an app type-checks with them (${configuration})`, () => consumer.checkTypes(configuration));
  await claims.verify('it holds a session in Node', () => consumer.runInNode());
} finally {
  registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
claims.report(values.report);
console.log(`\n${claims.total.passed} passed, ${claims.total.failed} failed`);
process.exit(claims.total.failed === 0 ? 0 : 1);
