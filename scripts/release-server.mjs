#!/usr/bin/env node
// pnpm release:server [--out FOLDER]: builds everything and packs the server with the app into one archive, which needs
// Node 24 and nothing else. It is written to release/.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packServer } from './release-server/pack.mjs';
import { fail, install, root, runWithPnpm, step } from './workspace.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'release') } } });

await install();
step('Building the app and its backend');
// A build from the cache leaves files of earlier builds where they are.
for (const app of ['api', 'scanner']) rmSync(join(root, 'apps', app, 'dist'), { recursive: true, force: true });
if ((await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only'])) !== 0)
  fail('The build failed; see above.');
step('Packing');
const file = packServer(values.out);
console.log(`  ${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
