// Checks each package's tarball as the registry serves it.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { execute } from './execute.mjs';
import { checkImports } from './imports.mjs';
import { checkLicences } from './licences.mjs';
import { repositoryFields } from './repository.mjs';

/** Fetches the newest version of `name` from the registry and unpacks it into `folder`. */
export async function fetchTarball({ url, token }, name, folder) {
  const headers = { authorization: `Bearer ${token}` };
  const document = await (await fetch(new URL(name, url), { headers })).json();
  const version = document['dist-tags'].latest;
  const content = await (await fetch(document.versions[version].dist.tarball, { headers })).arrayBuffer();
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  const file = join(target, 'package.tgz');
  writeFileSync(file, Buffer.from(content));
  await execute('tar', ['-xzf', file], { cwd: target });
  return { name, version, file, content, folder: join(target, 'package') };
}

/**
 * Throws if a tarball contains anything but the built package and its documents, or a path of the workspace, or does not
 * say where its sources are. `copy`: the workspace that built it.
 */
export function checkContents({ name, version, folder }, { workspace, copy, repository }) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const stray = files.filter((file) => !/^(package\.json|README\.md|CHANGELOG\.md|dist\/.+)$/.test(file));
  assert.deepEqual(stray, [], 'files that do not belong');
  // They would name sources that a tarball does not have.
  assert.deepEqual(
    files.filter((file) => file.endsWith('.d.ts.map')),
    [],
    'maps of declarations',
  );
  assert.deepEqual(
    files.filter((file) => /\.(test|bench)\.|(?<!\.d)\.tsx?$|tsbuildinfo/.test(file)),
    [],
    'tests or sources',
  );
  for (const paper of ['README.md', 'CHANGELOG.md']) assert.ok(files.includes(paper), `${paper} is missing`);

  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.ok(manifest.license, 'no licence field');
  assert.ok(manifest.description, 'no description');
  assert.partialDeepStrictEqual(manifest, repositoryFields(repository, name.replace('@scantix/', '')));
  assert.ok(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').includes(`## ${version}`), `no ## ${version}`);
  const { scripts: _ofTheWorkspace, ...published } = manifest;
  assert.doesNotMatch(JSON.stringify(published), /@scantix\/source|workspace:|catalog:|"private"/, 'package.json');
  for (const target of exportedFiles(manifest.exports)) assert.ok(files.includes(target), `${target} is missing`);

  for (const file of files.filter((path) => /\.(js|ts|css|md|json|map)$/.test(path))) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const path of [workspace, '/home/', '/Users/', 'file://']) {
      assert.ok(!text.includes(path), `${name}/${file} holds a path of the machine (${path})`);
    }
    if (/\.(js|ts)$/.test(file)) {
      assert.ok(!text.includes('@scantix/runtime-utils'), `${name}/${file} names the private package runtime-utils`);
    }
    if (file.endsWith('.map')) checkSourceMap(file, JSON.parse(text));
  }
  checkImports(folder, manifest);
  checkLicences(folder, join(copy, 'packages', name.replace('@scantix/', '')));
}

/** A source map contains its sources and names no path outside its package. */
function checkSourceMap(file, { sources, sourcesContent }) {
  assert.equal(sourcesContent?.length, sources.length, `${file} has no sources with it`);
  const depth = file.split('/').length - 1;
  for (const source of sources) {
    const up = source.split('/').filter((part) => part === '..').length;
    assert.ok(!source.startsWith('/') && up <= depth, `${file} points out of its package: ${source}`);
  }
}

function exportedFiles(target) {
  if (typeof target === 'string') return [target.replace(/^\.\//, '')];
  return Object.values(target).flatMap(exportedFiles);
}

/** Throws with publint's messages, suggestions included. */
export async function lintPackage({ content, folder }) {
  const { messages } = await publint({ pack: { tarball: content }, level: 'suggestion' });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.equal(messages.length, 0, messages.map((message) => formatMessage(message, manifest)).join('\n'));
}

/** Throws if a module entry's types do not resolve as its code does, for ESM and for bundlers. */
export async function checkTypesResolve({ file, folder }) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // A page loads these files by their address.
  const untyped = Object.keys(exports).filter((entry) => /\.(css|js|wasm)$/.test(entry));
  const exclude = untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : [];
  await execute('attw', ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', file, ...exclude]);
}
