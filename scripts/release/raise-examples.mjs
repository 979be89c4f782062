// Raises the ranges of our packages in the examples to the versions that are released next (`npm run version-packages`).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

for (const file of globSync('examples/*/package.json', { cwd: root })) {
  const manifest = readFileSync(join(root, file), 'utf8');
  const raised = manifest.replace(
    /"@scantix\/(.+)": "\^.+"/g,
    (_, name) => `"@scantix/${name}": "^${manifestOf(name).version}"`,
  );
  writeFileSync(join(root, file), raised);
}
