#!/usr/bin/env node
// Writes the site of the published packages' documentation, with the pages of docs/adopt, to dist. `pnpm docs:build`
// calls it.
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Application, PageEvent } from 'typedoc';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');
const models = join(here, 'node_modules/.models');

/** The workspace's own compiler checks the types; sources are not linked, since the readers do not have them. */
const COMMON = {
  skipErrorChecking: true,
  disableSources: true,
  disableGit: true,
  excludeExternals: true,
  highlightLanguages: ['bash', 'css', 'html', 'ini', 'javascript', 'json', 'tsx', 'typescript'],
  logLevel: 'Warn',
};

const packages = globSync('packages/*/package.json', { cwd: root })
  .sort()
  .map((file) => ({ folder: join(root, dirname(file)), manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) }))
  .filter(({ manifest }) => !manifest.private);

/** The sources of a package's entries, each with the name by which it is imported. */
function entriesOf({ folder, manifest }) {
  const sources = Object.entries(manifest.exports).flatMap(([entry, target]) => {
    const source = target['@scantix/source'] ?? '';
    return /\.tsx?$/.test(source) && entry !== './worker' ? [[join(folder, source), join(manifest.name, entry)]] : [];
  });
  return new Map(sources);
}

/** Reads one package into a file. */
async function readPackage({ folder, manifest }) {
  const names = entriesOf({ folder, manifest });
  const app = await Application.bootstrap({
    ...COMMON,
    name: manifest.name,
    entryPoints: [...names.keys()],
    tsconfig: join(folder, 'tsconfig.json'),
    readme: join(folder, 'README.md'),
    alwaysCreateEntryPointModule: true,
    sort: ['source-order'],
    sortEntryPoints: false,
    validation: false,
  });
  const entryPoints = app.getEntryPoints() ?? [];
  for (const entryPoint of entryPoints)
    entryPoint.displayName = names.get(entryPoint.sourceFile.fileName) ?? entryPoint.displayName;
  const project = app.converter.convert(entryPoints);
  if (app.logger.hasErrors()) throw new Error(`${manifest.name} could not be read.`);
  const file = join(models, `${manifest.name.replace('/', '-')}.json`);
  await app.generateJson(project, file);
  return file;
}

/** A document is called as its heading says. */
function titleDocuments(documents) {
  for (const document of documents) {
    const [, title] = /^# (.+)\n/.exec(document.content[0]?.text) ?? [];
    if (!title) throw new Error(`docs/adopt: ${document.name} has no heading.`);
    document.name = title;
  }
}

/** Names stand once: an entry has its package's in its own, and the page of a package has a heading above its README. */
function shortenNames(site) {
  for (const { children = [], readme = [] } of site.children ?? []) {
    for (const entry of children) entry.getFullName = () => entry.name;
    if (readme[0]) readme[0].text = readme[0].text.replace(/^# .+\n+/, '');
  }
}

/** What a page of the theme hides until its scripts are loaded: itself. */
const HIDDEN =
  'document.body.style.display="none";setTimeout(() => window.app?app.showPage():document.body.style.removeProperty("display"),500)';

/** In the way to an export: a package, and its entry of the same name, which the package lists. */
const DOUBLED = /(<li><a href="[^"]+">([^<]+)<\/a><\/li>\n)<li><a href="[^"]+">\2<\/a><\/li>\n(<li>)/;

/**
 * The theme names no landmarks, hides what it has until its scripts are there, loads the search with every page, and names
 * a package twice.
 */
function finishPage(page) {
  if (!page.contents?.includes(HIDDEN)) throw new Error(`${page.url}: the theme hides its pages in another way.`);
  page.contents = page.contents
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary" aria-label="Navigation">')
    .replaceAll('<script async src=', '<script defer src=')
    .replace(/src=("[^"]+") (id="tsd-search-script")/, 'data-src=$1 $2') // site.js loads it
    .replace(DOUBLED, '$1$3')
    .replace(HIDDEN, '');
}

mkdirSync(models, { recursive: true });
const entryPoints = [];
for (const each of packages) entryPoints.push(await readPackage(each));

const app = await Application.bootstrap({
  ...COMMON,
  name: 'Scantix packages',
  entryPoints,
  entryPointStrategy: 'merge',
  readme: join(here, 'first-page.md'),
  projectDocuments: [join(root, 'docs/adopt/*.md')],
  customCss: join(here, 'site.css'),
  customJs: join(here, 'site.js'),
  favicon: join(root, 'apps/scanner/public/mark.svg'),
  hideGenerator: true,
  includeHierarchySummary: false,
  searchInDocuments: true,
  searchInComments: true,
  // A branch of the theme's navigation is a link within a button: the packages are leaves.
  navigationLeaves: packages.map(({ manifest }) => manifest.name),
  validation: { invalidPath: false }, // the playground is built after the pages
  out: dist,
});
const site = await app.convert();
if (!site) throw new Error('The packages could not be merged.');
titleDocuments(site.documents ?? []);
shortenNames(site);
app.validate(site);
app.renderer.on(PageEvent.END, finishPage);
await app.generateOutputs(site);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
