// Publishes the packages whose version the registry does not have, with the pnpm on the path, to NPM_REGISTRY_URL only:
// a machine's npm configuration must not decide where a private package is published.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../workspace.mjs';
import { registryAddress, writeNpmrc } from './npmrc.mjs';
import { repositoryAddress, withRepository } from './repository.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scantix-release-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const address = registryAddress(process.env.NPM_REGISTRY_URL);
const npmrc = writeNpmrc(join(folder, 'npmrc'), address);

// In lower case too: `npm run` and npx export the machine's configuration in lower case, and pnpm prefers it.
const env = { ...process.env, NPM_CONFIG_USERCONFIG: npmrc, npm_config_userconfig: npmrc };
// A signed statement of the commit and workflow; pnpm fails with it outside of a CI that can sign.
if (env.NPM_PROVENANCE === 'true') env.pnpm_config_provenance = 'true';

for (const key of ['registry', '@scantix:registry']) {
  const told = spawnSync('pnpm', ['config', 'get', key], { env, encoding: 'utf8' }).stdout.trim();
  if (told !== address) fail(`pnpm would publish to ${told} (${key}) and not to NPM_REGISTRY_URL.`);
}
const publish = () => spawnSync('changeset', ['publish', ...process.argv.slice(2)], { env, stdio: 'inherit' });
process.exit(withRepository(repositoryAddress(), publish).status ?? 1);
