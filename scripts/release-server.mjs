#!/usr/bin/env node
// pnpm release:server [--out FOLDER]: builds everything and packs the server with the app into one archive, which needs
// Node 24 and nothing else. It is written to release/.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packServer } from './release-server/pack.mjs';
import { fail, root, runWithPnpm, step } from './workspace.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'release') } } });

step('Building the app and its backend');
if ((await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only'])) !== 0)
  fail('The build failed; see above.');
step('Packing');
const file = packServer(values.out);
console.log(`  ${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
