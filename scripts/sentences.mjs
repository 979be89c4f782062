#!/usr/bin/env node
// pnpm sentences [--check]: writes docs/conformance.md, the sentences of the product's specification and the tests whose
// titles begin with their ids, such as "[4.12] A refresh timer". Ends with code 1 for a sentence without a test, a title
// with an unknown id or a conformance test without one; with --check, for a page that is not up to date instead of
// writing it.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './workspace.mjs';

const CONFORMANCE = 'apps/scanner/e2e/conformance';
const PAGE = 'docs/conformance.md';
/** A title: a literal that begins with ids. Tests made from a table have theirs in the table. */
const TITLE = /(?<quote>['"`])(?<ids>(?:\[\d+\.\d+\])+) (?<title>.*?)(?<!\\)\k<quote>/g;
/** A title without an id; one that begins with a variable has it in a table. */
const UNNUMBERED = /^\s*test\((['"`])(?!\[\d+\.\d+\]|\$\{)(?<title>.*?)(?<!\\)\1/gm;
const NOT_RUN = /\b(?:test|it|describe)\.(?:skip|fixme|todo|only)\(\s*(['"`])\[\d+\.\d+\].*/g;

const sentences = JSON.parse(readFileSync(join(root, CONFORMANCE, 'sentences.json'), 'utf8'));
const sources = globSync('{apps,packages}/*/{src,e2e}/**/*.{e2e,suite,test}.{ts,tsx}', { cwd: root })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const tests = sources.flatMap(({ path, text }) =>
  [...text.matchAll(TITLE)].map(({ groups }) => ({
    path,
    ids: [...groups.ids.matchAll(/[\d.]+/g)].map(([id]) => id),
    title: groups.title.replaceAll(/\\(.)/g, '$1'),
  })),
);
const page = formatPage();

const problems = [...findProblems()];
if (process.argv.includes('--check')) {
  if (!existsSync(join(root, PAGE)) || readFileSync(join(root, PAGE), 'utf8') !== page)
    problems.push(`${PAGE} is not up to date; run: pnpm sentences`);
} else {
  writeFileSync(join(root, PAGE), page);
}
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(summary());
process.exit(problems.length === 0 ? 0 : 1);

function* findProblems() {
  const known = new Set(sentences.map(({ id }) => id));
  if (known.size !== sentences.length) yield 'sentences.json gives an id twice';
  for (const { ids, path, title } of tests)
    for (const id of ids) if (!known.has(id)) yield `${path}: there is no sentence ${id}: ${title}`;
  for (const { id, text, decision } of sentences)
    if (!decision && testsOf(id).length === 0) yield `no test proves ${id}: ${text}`;
  for (const { id, decision } of sentences)
    if (decision && !existsSync(join(root, decision))) yield `${id} names ${decision}, which does not exist`;
  for (const { path, text } of sources) {
    for (const [line] of text.matchAll(NOT_RUN)) yield `${path}: this test does not run: ${line}`;
    if (!path.startsWith(CONFORMANCE)) continue;
    for (const { groups } of text.matchAll(UNNUMBERED)) yield `${path}: a title without an id: ${groups.title}`;
  }
}

function testsOf(id) {
  return tests.filter(({ ids }) => ids.includes(id));
}

/** The package or app of a file: "auth-session". */
function ownerOf({ path }) {
  return path.split('/')[1];
}

function summary() {
  const inApp = sentences.filter(({ id }) => testsOf(id).some((test) => test.path.startsWith('apps/scanner/e2e/')));
  const inPackage = sentences.filter((it) => !inApp.includes(it) && testsOf(it.id).length > 0);
  const decided = sentences.filter(({ id, decision }) => decision && testsOf(id).length === 0);
  return (
    `${sentences.length} sentences: ${inApp.length} proved in the running app, ${inPackage.length} in the tests of a ` +
    `package only, ${decided.length} by a decision only.`
  );
}

function formatPage() {
  const sections = Map.groupBy(sentences, ({ id }) => id.split('.')[0]);
  return `# The specification's sentences and their tests

Written by \`pnpm sentences\` from [the list of sentences](../${CONFORMANCE}/sentences.json) and the titles of the
tests, which begin with the ids of the sentences that they prove. \`pnpm check\` fails for a sentence without a test.

${summary()}
${[...sections].map(([number, own]) => formatSection(number, own)).join('')}`;
}

function formatSection(number, own) {
  const rows = own.map(({ id, text, decision }) => {
    const proofs = testsOf(id).map((test) => `${ownerOf(test)}: [${cell(test.title)}](../${test.path})`);
    if (decision) proofs.push(`decision: [${basename(decision, '.md')}](../${decision})`);
    return `| ${id} | ${cell(text)} | ${proofs.join('<br>')} |\n`;
  });
  return `
## Section ${number}

| id | sentence | tests |
| --- | --- | --- |
${rows.join('')}`;
}

/** Text in a cell of a table, or in a link; a variable of a title is an ellipsis. */
function cell(text) {
  return text.replaceAll(/\$\{.*?\}/g, '…').replaceAll(/[|[\]<>*\\]/g, '\\$&');
}
