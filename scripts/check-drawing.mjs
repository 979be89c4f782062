#!/usr/bin/env node
// pnpm drawing: compares the drawing in docs/architecture.md with the imports between packages and apps, and the files
// that the page names with those that exist. Ends with code 1 when they differ or when the page is too long.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const MAX_LINES = 110;
const MAX_FILES = 30;

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n');

const problems = [...compareArrows(), ...checkLength(), ...checkFiles()];
for (const problem of problems) console.error(`✗ docs/architecture.md: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function compareArrows() {
  const drawn = readArrows();
  const imported = findImports();
  return [
    ...[...imported]
      .filter(([arrow]) => !drawn.has(arrow))
      .map(([arrow, by]) => `${arrow} is not drawn; ${by} imports it`),
    ...[...drawn].filter((arrow) => !imported.has(arrow)).map((arrow) => `${arrow} is drawn, but nothing imports it`),
  ];
}

/** The arrows of the mermaid block, `a --> b & c`, by the names of folders; its other lines do not matter. */
function readArrows() {
  const drawing = page.match(/^```mermaid\n(.*?)^```$/ms)?.[1] ?? '';
  const arrows = new Set();
  for (const line of drawing.split('\n').filter((text) => text.includes('-->'))) {
    const [from, to] = line.split('-->').map((side) => side.split('&').map((name) => name.trim()));
    for (const importer of from) for (const name of to) arrows.add(`${importer} --> ${name}`);
  }
  return arrows;
}

/** Which package or app imports which in `src`, its tests left out, and one file that does. */
function findImports() {
  const arrows = new Map();
  for (const file of tracked.filter((path) => /^(apps|packages)\/[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(path))) {
    const importer = file.split('/')[1];
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(?) ?'@scantix\/([^/']+)/g))
      arrows.set(`${importer} --> ${name}`, file);
  }
  return arrows;
}

function checkLength() {
  const lines = page.trimEnd().split('\n').length;
  return lines < MAX_LINES ? [] : [`it has ${lines} lines; the limit is ${MAX_LINES - 1}`];
}

/** A file is named by its path or by the end of it, in backticks. */
function checkFiles() {
  const named = new Set(
    [...page.matchAll(/`([\w@-][\w./@-]*\.(?:css|html|js|json|mjs|tsx?|ya?ml))`/g)].map(([, it]) => it),
  );
  const missing = [...named].filter((name) => !tracked.some((path) => path === name || path.endsWith(`/${name}`)));
  return [
    ...(named.size > MAX_FILES ? [`it names ${named.size} files; the limit is ${MAX_FILES}`] : []),
    ...missing.map((name) => `${name} does not exist`),
  ];
}
