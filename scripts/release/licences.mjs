// Whether a package names the licences of all code of others that it ships.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nothing of others is built into these: declarations are the compiler's, maps are read with what they describe. */
const PAPERS = /^(package\.json|README\.md|CHANGELOG\.md)$|\.(d\.ts|map|licences\.txt)$/;

/**
 * Throws if the unpacked package in `folder` ships code of others without its licence. A file's map says what is in it; a
 * file without one has the list of its build, `*.meta.json`, in `built`, the package's folder in the workspace. A list of
 * licences in that folder, as of colours that were copied, is shipped.
 */
export function checkLicences(folder, built) {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const texts = new Map(
    files
      .filter((file) => file.endsWith('.licences.txt'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  for (const list of globSync('*.licences.txt', { cwd: built }))
    assert.ok(texts.has(join('dist', list)), `${list} is not shipped`);
  const all = [...texts.values()].join('\n');
  for (const file of files.filter((path) => !PAPERS.test(path))) {
    if (file.endsWith('.wasm'))
      assert.match(
        texts.get(file.replace(/\.wasm$/, '.licences.txt')) ?? '',
        /Permission is hereby granted[\s\S]*Apache License/,
        `${file} has no licence beside it`,
      );
    else
      for (const library of librariesIn(file, folder, built))
        assert.ok(all.includes(`${library} (http`), `${file} contains ${library} without its licence`);
  }
}

/** The libraries of others whose code is in a file. */
function librariesIn(file, folder, built) {
  const sources = [
    [join(folder, `${file}.map`), ({ sources }) => sources],
    [join(built, file.replace(/\.\w+$/, '.meta.json')), ({ inputs }) => Object.keys(inputs)],
  ].find(([path]) => existsSync(path));
  assert.ok(sources, `${file}: no map and no list of its build say what is in it`);
  const [path, read] = sources;
  const names = read(JSON.parse(readFileSync(path, 'utf8'))).map(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1],
  );
  return new Set(names.filter((name) => name && !name.startsWith('@scantix/')));
}
