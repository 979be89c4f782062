#!/usr/bin/env node
// pnpm size:adoption [WORKSPACE]: what another team takes over. The lines of the examples' own code, and what each package
// puts on a disk, with its dependencies and without peers; with a folder, the packages of another checkout. It needs a
// build of the packages.
import { existsSync, globSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { root } from './workspace.mjs';

const workspace = resolve(process.argv[2] ?? root);

console.log('Lines of own code beside markup, without comments and empty lines');
for (const example of readdirSync(join(root, 'examples'))) {
  const files = globSync('{*.ts,{app,src}/*.{ts,tsx}}', { cwd: join(root, 'examples', example) }).filter(
    (file) => !file.endsWith('.config.ts'),
  );
  const counted = files.map((file) => ({ file, lines: countLines(join(root, 'examples', example, file)) }));
  console.log(`  ${example.padEnd(20)} ${String(sum(counted.map(({ lines }) => lines))).padStart(4)}`);
  for (const { file, lines } of counted) console.log(`    ${file.padEnd(22)} ${String(lines).padStart(4)}`);
}

console.log('\nInstalled, with dependencies, without peers');
for (const name of readdirSync(join(workspace, 'packages'))) {
  const folder = join(workspace, 'packages', name);
  if (!existsSync(join(folder, 'package.json')) || readManifest(folder).private) continue;
  const parts = closure(folder);
  const [own, all] = [installedBytes(folder), sum([...parts].map(installedBytes))];
  console.log(`  ${name.padEnd(20)} ${kilobytes(own)} own, ${kilobytes(all)} in all, ${parts.size} packages`);
}

/** The lines that have anything but comments and JSX. */
function countLines(file) {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const left = [...comments, ...findMarkup(program)].reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/\S/g, ' ') + rest.slice(end),
    text,
  );
  return left.split('\n').filter((line) => line.trim() !== '').length;
}

/** The outermost elements of JSX; what handlers in them do is counted with the markup. */
function findMarkup(node) {
  if (Array.isArray(node)) return node.flatMap(findMarkup);
  if (node === null || typeof node !== 'object') return [];
  return /^JSX(Element|Fragment)$/.test(node.type) ? [node] : Object.values(node).flatMap(findMarkup);
}

/** The folders of a package and of everything that is installed with it. */
function closure(folder, found = new Set()) {
  const real = realpathSync(folder);
  if (found.has(real)) return found;
  found.add(real);
  for (const name of Object.keys(readManifest(real).dependencies ?? {})) {
    // pnpm puts the dependencies of a package beside it, those of a package of the workspace into it.
    const places = [join(real, 'node_modules', name), ...ancestors(real).map((at) => join(at, 'node_modules', name))];
    const place = places.find(existsSync);
    if (place) closure(place, found);
  }
  return found;
}

function ancestors(folder) {
  return dirname(folder) === folder ? [] : [dirname(folder), ...ancestors(dirname(folder))];
}

function installedBytes(folder) {
  const files = folder.includes('node_modules') ? '**' : '{package.json,README.md,dist/**}';
  return sum(
    globSync(files, { cwd: folder, exclude: ['node_modules/**', 'dist/*.meta.json'] })
      .map((file) => statSync(join(folder, file)))
      .filter((file) => file.isFile())
      .map(({ size }) => size),
  );
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(0).padStart(6)} KB`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
