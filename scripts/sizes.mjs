#!/usr/bin/env node
// pnpm size [--write]: measures each entry of each package and the app's first route, minified and gzipped. Ends with
// code 1 when a size is above its budget (scripts/size-budgets.json, KB of 1000 bytes) or a README states another size;
// --write updates the READMEs. Packages are measured from source, without peers; the app from its last build.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publishedPackages, root } from './workspace.mjs';

const write = process.argv.includes('--write');
const budgets = JSON.parse(readFileSync(join(root, 'scripts/size-budgets.json'), 'utf8'));
const problems = [];

for (const name of publishedPackages()) {
  const sizes = await measurePackage(join(root, 'packages', name));
  for (const { entry, now } of sizes) checkBudget(`${name} ${entry}`, now, budgets[name]?.[entry]);
  checkReadme(join(root, 'packages', name, 'README.md'), sizes);
}
for (const [what, bytes] of Object.entries(await measureApp()))
  checkBudget(`scanner ${what}`, bytes, budgets.scanner[what]);

for (const problem of problems) console.error(`✗ ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

/** Measures every published entry: the bytes loaded at once, and those that dynamic imports load later. */
async function measurePackage(folder) {
  const { exports, peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const sizes = [];
  for (const [entry, target] of Object.entries(exports)) {
    const file = typeof target === 'string' ? target : target['@scantix/source'];
    if (file.endsWith('.json') || entry === './testing') continue;
    sizes.push({ entry, ...(await measureEntry(join(folder, file), Object.keys(peerDependencies))) });
  }
  return sizes;
}

async function measureEntry(file, external) {
  // As they are served: nothing bundles them.
  if (file.endsWith('.wasm') || file.includes('/dist/')) return { now: gzipped(readFileSync(file)), later: 0 };
  const { metafile, outputFiles } = await build({
    ...{ entryPoints: [file], bundle: true, splitting: true, minify: true, metafile: true, write: false },
    ...{ format: 'esm', target: 'es2023', conditions: ['@scantix/source'], outdir: '/', absWorkingDir: root },
    ...{ external, define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'error' },
  });
  const sizeOf = new Map(outputFiles.map(({ path, contents }) => [path, gzipped(contents)]));
  const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, it]) => [join(root, path), it]));
  const first = Object.keys(outputs).find(
    (path) => outputs[path].entryPoint && join(root, outputs[path].entryPoint) === file,
  );
  const atOnce = reachable(first, (path) => staticImports(outputs[path]).map((imported) => join(root, imported)));
  const total = sum([...sizeOf.values()]);
  const now = sum([...atOnce].map((path) => sizeOf.get(path)));
  return { now, later: total - now };
}

/** Measures what a browser loads for Login, for Home, and for Scanner after Home. */
async function measureApp() {
  const assets = 'apps/scanner/dist/assets';
  const { inputs } = (
    await build({
      ...{ entryPoints: globSync(`${assets}/*.js`, { cwd: root }), bundle: true, splitting: true, metafile: true },
      ...{ write: false, format: 'esm', outdir: '/', absWorkingDir: root, logLevel: 'error' },
    })
  ).metafile;
  const chunk = (name) => Object.keys(inputs).find((path) => path.startsWith(`${assets}/${name}-`));
  const page = readFileSync(join(root, 'apps/scanner/dist/index.html'), 'utf8');
  const styles = sum([...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => gzipped(Buffer.from(text))));
  const entry = [...page.matchAll(/<script [^>]*src="\/(assets\/[^"]+)"/g)].map(
    ([, path]) => `apps/scanner/dist/${path}`,
  );
  const loaded = (names, before = new Set()) => {
    const paths = names.flatMap((path) => [...reachable(path, (at) => staticImports(inputs[at]))]);
    return new Set(paths.filter((path) => !before.has(path)));
  };
  const sizeOfFiles = (paths) => sum([...paths].map((path) => gzipped(readFileSync(join(root, path)))));
  const firstRoute = loaded([...entry, chunk('login-view')]);
  const home = loaded([...entry, chunk('home-view')]);
  return {
    'first route': styles + sizeOfFiles(firstRoute),
    home: styles + sizeOfFiles(home),
    'scanner view': sizeOfFiles(loaded([chunk('scanner-view'), chunk('live-camera'), chunk('worker')], home)),
  };
}

function staticImports(file) {
  return (file?.imports ?? [])
    .filter(({ kind, external }) => kind === 'import-statement' && !external)
    .map(({ path }) => path);
}

function reachable(from, next, seen = new Set()) {
  if (!seen.has(from)) {
    seen.add(from);
    for (const path of next(from)) reachable(path, next, seen);
  }
  return seen;
}

function checkBudget(what, bytes, budget) {
  console.log(`  ${what.padEnd(40)} ${kilobytes(bytes).padStart(9)} of ${budget ?? '?'} KB`);
  if (budget === undefined) problems.push(`${what} has no budget in scripts/size-budgets.json`);
  else if (bytes > budget * 1000) problems.push(`${what} takes ${kilobytes(bytes)}, more than its ${budget} KB`);
}

function checkReadme(file, sizes) {
  const text = readFileSync(file, 'utf8');
  const lines = sizes.map(({ entry, now, later }) => {
    const afterwards = later > 0 ? `, and ${kilobytes(later)} loaded when needed` : '';
    return `- \`${entry}\`: ${kilobytes(now)}${afterwards}`;
  });
  const section = `Size\n\nMinified and gzipped, with dependencies, without peers:\n\n${lines.join('\n')}\n`;
  const parts = text.split(/^## /m);
  const others = parts.filter((part) => !part.startsWith('Size\n')).map((part) => `${part.trimEnd()}\n`);
  const kept = [...others, section].join('\n## ');
  if (kept === text) return;
  if (write) writeFileSync(file, kept);
  else problems.push(`${file.slice(root.length + 1)} states other sizes; pnpm size --write updates it`);
}

function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
