#!/usr/bin/env node
// pnpm test:publish [--report FILE]: the short form of pnpm test:release. The packages as they stand go to a private
// registry; an empty project installs two of them, type-checks the sources of an example with them and runs them in Node.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConsumer } from './release/consumer.mjs';
import { writeNpmrc } from './release/npmrc.mjs';
import { startRehearsal } from './release/rehearse.mjs';
import { publishedPackages, root, runWithPnpm } from './workspace.mjs';

const pnpm = async (env, ...args) => assert.equal(await runWithPnpm(args, { env }), 0);

const { claims, folder, registry, run } = await startRehearsal('test-publish');

await run(async () => {
  const npmrc = writeNpmrc(join(folder, 'npmrc'), registry.url);
  await claims.verify('every package is built and published', async () => {
    await pnpm({}, 'turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only');
    // In lower case too: npx exports the machine's configuration in lower case, and pnpm prefers it.
    const env = { NPM_CONFIG_USERCONFIG: npmrc, npm_config_userconfig: npmrc, NPM_TOKEN: registry.token };
    await pnpm(env, 'pnpm', '--recursive', '--filter=./packages/*', 'publish', '--no-git-checks', '--silent');
    const headers = { authorization: `Bearer ${registry.token}` };
    for (const name of publishedPackages())
      assert.equal((await fetch(new URL(`@scantix/${name}`, registry.url), { headers })).status, 200, name);
  });
  await claims.verify('no declaration names the package that nobody installs', () => {
    for (const name of publishedPackages()) {
      const dist = join(root, 'packages', name, 'dist');
      const declarations = globSync('**/*.d.ts', { cwd: dist });
      assert.ok(declarations.includes('index.d.ts'), name);
      const naming = declarations.filter((file) =>
        readFileSync(join(dist, file), 'utf8').includes('@scantix/runtime-utils'),
      );
      assert.deepEqual(naming, [], name);
    }
  });
  const consumer = await createConsumer(join(folder, 'consumer'), registry);
  await claims.verify('two of them come from the registry, and no third', () =>
    assert.deepEqual(
      consumer.installed().map(([path, { link, integrity }]) => [path, !link && Boolean(integrity)]),
      ['auth-session', 'device-id'].map((name) => [`node_modules/@scantix/${name}`, true]),
    ),
  );
  for (const configuration of ['tsconfig.json', 'tsconfig.node16.json'])
    await claims.verify(`an app type-checks with them (${configuration})`, () => consumer.checkTypes(configuration));
  await claims.verify('it holds a session in Node', () => consumer.runInNode());
});
