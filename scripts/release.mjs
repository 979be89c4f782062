#!/usr/bin/env node
// npm run release: builds every package and publishes those whose version the registry does not have yet.
// NPM_REGISTRY_URL and NPM_TOKEN name the registry and its token; no file of the project contains them.
import { fail, install, runWithPnpm, step } from './workspace.mjs';

const { NPM_REGISTRY_URL: registry, NPM_TOKEN: token } = process.env;
if (!registry || !token) fail('Set NPM_REGISTRY_URL (the private registry) and NPM_TOKEN (a token that may publish).');

await install();

step('Building the packages');
const build = ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only'];
if ((await runWithPnpm(build)) !== 0) fail('The build failed; see above.');

step(`Publishing to ${new URL(registry).host}`);
process.exit(await runWithPnpm(['node', 'scripts/release/publish.mjs']));
