// Whether a package installs everything that it imports.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * Throws if a module or a declaration in `folder` imports what is no dependency and no peer of the package, and no part of
 * Node.js with `node:` in front.
 */
export function checkImports(folder, { name, dependencies = {}, peerDependencies = {} }) {
  const installed = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  for (const file of globSync('**/*.{js,d.ts}', { cwd: folder }))
    for (const path of listImports(file, readFileSync(join(folder, file), 'utf8'))) {
      if (/^(\.|node:)/.test(path)) continue;
      const [library] = /^(?:@[^/]+\/)?[^/]+/.exec(path);
      assert.ok(installed.has(library), `${file} imports ${library}, which is not installed with ${name}`);
    }
}

/** What a file imports by a fixed name, types like `import('a').B` included. */
function listImports(file, text) {
  const { module, comments } = parseSync(file, text);
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter(Boolean);
  const code = comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );
  return [...requests, ...[...code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)].map(([, path]) => path)];
}
