#!/usr/bin/env node
// pnpm api-reports [--check]: writes the public API of each published package to docs/api, from the declarations that a
// build emits. With --check it writes nothing, and fails where a report does not agree, an export or one of its members
// that needs a comment has none, or a function that can fail does not say how.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { listSilentFunctions } from './api-errors.mjs';
import { fail, publishedPackages, root, runWithPnpm } from './workspace.mjs';

const COMPILER_OPTIONS = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
};
/** What may be left out has a default, a number a unit, and a promise may be rejected. */
const NEEDS_COMMENT = [
  /^(?:readonly )?\w+\?/,
  /^(?:readonly )?\w+: number\b/,
  /^(?:readonly )?\w+(?:: )?\(.*\)(?:: | => )Promise</,
];
const SILENT = { default: { logLevel: 'none' } };

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const target = join(root, 'docs', 'api');
const scratch = mkdtempSync(join(tmpdir(), 'scantix-api-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const build = ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only'];
if ((await runWithPnpm(build)) !== 0) fail('The build failed; see above.');

const entries = publishedPackages().flatMap(listEntries);
const [first, ...others] = entries.map(({ config }) => config);
// One program for all of them: the libraries of the language are read once.
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
const complaints = [];
const reports = new Map();
for (const { folder, name, config } of entries)
  reports.set(folder, `${reports.get(folder) ?? HEADER(folder)}\n## \`${name}\`\n\n${describe(name, config)}`);

for (const name of listSilentFunctions(
  compilerState.program,
  entries.map(({ config }) => config.mainEntryPointFilePath),
))
  complaints.push(`${name} can fail, and its comment does not say how (@throws, or that it never rejects)`);

mkdirSync(target, { recursive: true });
for (const [folder, report] of reports) compare(`${folder}.md`, report);
for (const file of readdirSync(target))
  if (!reports.has(file.replace(/\.md$/, ''))) {
    if (check) complaints.push(`docs/api/${file} is of no package.`);
    else rmSync(join(target, file));
  }
if (complaints.length > 0) fail(complaints.join('\n'));
console.log(`${entries.length} entries of ${reports.size} packages.`);

function HEADER(folder) {
  return `# The API of @scantix/${folder}\n\nWritten by \`pnpm api-reports\`. A change of this file is a change for those who use the package.\n`;
}

/** The entries of a package that have declarations. */
function listEntries(folder) {
  const place = join(root, 'packages', folder);
  const { publishConfig } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return Object.entries(publishConfig.exports).flatMap(([entry, { types }]) =>
    types ? [{ folder, name: join('@scantix', folder, entry), config: configure(place, join(place, types)) }] : [],
  );
}

function configure(place, declarations) {
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(place, 'package.json'),
    configObjectFullPath: join(place, 'api-extractor.json'),
    configObject: {
      projectFolder: place,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [declarations] } },
      apiReport: {
        enabled: true,
        reportFolder: scratch,
        reportTempFolder: scratch,
        reportFileName: 'report',
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
  });
}

/** The declarations of one entry, as a block of code; complains of exports and members without a comment. */
function describe(name, config) {
  const { succeeded } = Extractor.invoke(config, { compilerState, localBuild: true, messageCallback: quiet });
  if (!succeeded) fail(`API Extractor cannot read the declarations of ${name}.`);
  const code = readFileSync(config.reportFilePath, 'utf8').match(
    /```ts\n+(.*?)\n+(?:\/\/ \(No @packageDocumentation[^\n]*\n+)?```\s*$/s,
  )?.[1];
  if (code === undefined) fail(`The report of ${name} has another form than expected.`);
  for (const [, line] of code.matchAll(/^\/\/ @public[^\n]*\(undocumented\)\n(?:\/\/[^\n]*\n)*(export[^\n{(=]*)/gm))
    complaints.push(`${name} has no comment on: ${line.trim()}`);
  for (const [member, of] of listBareMembers(code))
    complaints.push(`${name} has no comment on a member of ${of}: ${member} (its default, unit, or outcome)`);
  return `\`\`\`ts\n${code.replace(/^\/\/ @public\n/gm, '').replace(/^ *\/\/ \(undocumented\)\n/gm, '')}\n\`\`\`\n`;
}

/** Members without a comment whose name and type leave something open, each with what it belongs to. */
function listBareMembers(code) {
  let owner = '';
  const lines = code.split('\n');
  return lines.flatMap((line, index) => {
    owner = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class) (\w+)/.exec(line)?.[1] ?? owner;
    const indent = /^( +)\/\/ \(undocumented\)$/.exec(line)?.[1];
    if (indent === undefined) return [];
    const isEnd = new RegExp(`^${indent}\\S.*;$`);
    const end = lines.findIndex((other, at) => at > index && isEnd.test(other));
    const member = lines
      .slice(index + 1, end + 1)
      .map((part) => part.trim())
      .join(' ');
    return NEEDS_COMMENT.some((pattern) => pattern.test(member)) ? [[member, owner]] : [];
  });
}

/** The tool's own console is left to failures. */
function quiet(message) {
  message.handled = message.logLevel !== 'error';
}

function compare(file, report) {
  const path = join(target, file);
  const lines = (text) => text.split('\n');
  const stored = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (stored === report) return;
  if (!check) return writeFileSync(path, report);
  const [before, after] = [new Set(lines(stored)), new Set(lines(report))];
  const differences = [
    ...lines(stored).flatMap((line) => (after.has(line) ? [] : [`  - ${line}`])),
    ...lines(report).flatMap((line) => (before.has(line) ? [] : [`  + ${line}`])),
  ];
  complaints.push(
    `docs/api/${file} does not agree with the package. If its API should change, run pnpm api-reports.`,
    ...differences.slice(0, 12),
  );
}
