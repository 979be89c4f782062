#!/usr/bin/env node
// pnpm test:release [--report FILE]: rehearses releases on this machine. The commands of CI version a copy of the workspace
// and publish it to a private registry; a project installs every package; the examples are built and run in Chromium, and go
// on to the next release; a branch publishes a snapshot.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryBundlers } from './release/bundlers.mjs';
import { createConsumerOfAll, createReact18Consumer } from './release/consumer.mjs';
import { commitAll, copyWorkspace, git } from './release/copy-workspace.mjs';
import { createExamples } from './release/examples.mjs';
import { execute } from './release/execute.mjs';
import { startRehearsal } from './release/rehearse.mjs';
import { startApi } from './release/servers.mjs';
import { checkContents, checkTypesResolve, fetchTarball, lintPackage } from './release/tarballs.mjs';
import { countInStockRoom, readAtKiosk, signInWithNext } from './release/visit-examples.mjs';
import { publishedPackages, root, runWithPnpm, step } from './workspace.mjs';

const REPOSITORY = 'https://git.example/team/scantix';
const names = publishedPackages().map((folder) => `@scantix/${folder}`);
const { claims, folder, registry, run } = await startRehearsal('test-release');

const copy = join(folder, 'workspace');
const env = {
  NPM_REGISTRY_URL: registry.url,
  NPM_TOKEN: registry.token,
  REPOSITORY_URL: `${REPOSITORY}.git`,
  GIT_COMMITTER_NAME: 'Release rehearsal',
  GIT_COMMITTER_EMAIL: 'release@localhost',
  TURBO_CACHE_DIR: join(root, '.turbo', 'cache'),
};
const inCopy = (script, more = {}, ...args) =>
  execute('npm', ['run', script, '--', ...args], { cwd: copy, env: { ...env, ...more } });

/** The code that the fake camera shows. */
const CODE = 'A-7';
const clip = join(folder, 'camera.y4m');
let examples;
let all;

await run(release, inspect, bundle, installAll, installBesideReact18, useExamples, upgrade, snapshot);

async function release() {
  step('A release of every package to a private registry');
  copyWorkspace(copy);
  await execute('npx', ['--yes', pnpmOf(), 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: copy });
  if (changesets().length > 0) {
    await claims.verify('a release stops while changesets wait', () =>
      assert.rejects(inCopy('release'), /Changesets wait/),
    );
    await claims.verify('`npm run version-packages` turns the changesets into versions and change logs', async () => {
      await inCopy('version-packages');
      assert.deepEqual(changesets(), []);
      commitAll(copy, 'Version packages');
    });
  }
  // The check of the tarballs finds it, if it is published.
  mkdirSync(join(copy, 'packages/theme/dist'), { recursive: true });
  writeFileSync(join(copy, 'packages/theme/dist/of-an-earlier-build.js'), '');
  await claims.verify('`npm run release` publishes each of them and leaves the work tree clean', async () => {
    await inCopy('release');
    assert.deepEqual((await published()).toSorted(), names.toSorted());
    assert.equal(git(copy, 'status', '--porcelain'), '');
  });
  await claims.verify('each release has its git tag', () => {
    const tags = git(copy, 'tag').split('\n').filter(Boolean);
    assert.deepEqual(tags.map((tag) => tag.replace(/@[^@]+$/, '')).toSorted(), names.toSorted());
  });
  await claims.verify('a second release publishes nothing', async () => {
    assert.match(await inCopy('release'), /No unpublished projects to publish/);
  });
  await claims.verify('each package has first notes of its own', () => {
    const notes = names.map((name) =>
      readFileSync(join(copy, name.replace('@scantix/', 'packages/'), 'CHANGELOG.md'), 'utf8'),
    );
    assert.equal(new Set(notes.map((text) => text.split('\n').slice(1).join('\n'))).size, names.length);
  });
  await claims.verify('a wrong token fails', () => assert.rejects(inCopy('release', { NPM_TOKEN: 'wrong' })));
  await claims.verify('a machine that is set to another registry fails before anything is sent', () =>
    assert.rejects(inCopy('release', { pnpm_config_registry: 'http://127.0.0.1:9/' }), /would publish to/),
  );
}

async function inspect() {
  step('The tarballs');
  const tarballs = await Promise.all(names.map((name) => fetchTarball(registry, name, join(folder, 'tarballs'))));
  await claims.verify('nobody gets one without a token', async () => {
    assert.equal((await fetch(new URL(names[0], registry.url))).status, 401);
  });
  for (const tarball of tarballs) {
    const { name, version } = tarball;
    await claims.verify(`${name} ${version}: the built package, its papers, nothing of the workspace`, () =>
      checkContents(tarball, { workspace: root, copy, repository: REPOSITORY }),
    );
    await claims.verify(`${name} ${version}: publint is silent`, () => lintPackage(tarball));
  }
  await Promise.all(
    tarballs.map((tarball) =>
      claims.verify(`${tarball.name} ${tarball.version}: the types are right (attw)`, () => checkTypesResolve(tarball)),
    ),
  );
}

function bundle() {
  const tarballs = names.map((name) => join(folder, 'tarballs', name, 'package.tgz'));
  return tryBundlers(claims, join(folder, 'bundlers'), tarballs);
}

async function installAll() {
  step('Every package by its name');
  all = await createConsumerOfAll(join(folder, 'consumer'), registry, names);
  await claims.verify('they come from the private registry, once each, and nothing from the workspace', () => {
    const installed = all.installed();
    assert.deepEqual(installed.map(([path]) => path.slice(13)).toSorted(), names.toSorted());
    for (const [path, { link, integrity }] of installed) assert.ok(!link && integrity, path);
  });
  for (const configuration of ['tsconfig.json', 'tsconfig.node16.json'])
    await claims.verify(`every entry type-checks, declarations included (${configuration})`, () =>
      all.checkTypes(configuration),
    );
  for (const configuration of ['tsconfig.json', 'tsconfig.node16.json'])
    await claims.verify(`every entry type-checks with TypeScript ${all.oldestTypeScript} (${configuration})`, () =>
      all.checkOldTypes(configuration),
    );
  await claims.verify('they hold a session in Node, without a browser', () => all.runInNode());
}

async function installBesideReact18() {
  const takesReact18 = (name) =>
    JSON.parse(
      readFileSync(join(root, name.replace('@scantix/', 'packages/'), 'package.json'), 'utf8'),
    ).peerDependencies?.react?.includes('^18');
  const consumer = await createReact18Consumer(join(folder, 'react-18'), registry, names.filter(takesReact18));
  await claims.verify('the packages that allow React 18 type-check with it', () =>
    consumer.checkTypes('tsconfig.json'),
  );
  await claims.verify('their hooks and the form render with it', () => consumer.render());
}

async function useExamples() {
  step("Other teams' apps");
  const build = ['turbo', 'run', 'build', '--filter=@scantix/api', '--output-logs', 'errors-only'];
  if ((await runWithPnpm(build)) !== 0) throw new Error('The API was not built; see above.');
  const { writeCameraClip } = await import(join(copy, 'packages/barcode-reader/dist/testing/index.js'));
  await writeCameraClip({ path: clip, scenes: [{ symbology: 'qr_code', text: CODE, seconds: 1 }] });
  examples = await createExamples(join(folder, 'examples'), registry);
  await visitExamples();
}

/** Installs the examples as they stand in the copy, builds and runs them. */
async function visitExamples() {
  for (const name of Object.keys(examples.projects))
    await claims.verify(`${name} installs, type-checks and builds`, () => examples.build(name, copy));
  const api = await startApi({ ...examples.api, dataDir: join(folder, 'data') });
  const use = async (start, visit) => {
    const server = await start();
    try {
      await visit(server);
    } finally {
      await server.stop();
    }
  };
  try {
    await claims.verify('kiosk reads a code and logs it, without React', () =>
      use(examples.startKiosk, (server) => readAtKiosk(server, clip, CODE)),
    );
    await claims.verify("stock-room's own server accepts the tokens of our sign-in, and no forged one", () =>
      use(examples.startStockRoom, (server) => countInStockRoom(server, clip, CODE)),
    );
    await claims.verify('next shows its page to who has signed in', () => use(examples.startNext, signInWithNext));
  } finally {
    await api.stop();
  }
}

async function upgrade() {
  step('The next release');
  const versions = () => Object.fromEntries(all.installed().map(([path, { version }]) => [path.slice(13), version]));
  const before = versions();
  await claims.verify('a second changeset releases what it names and what needs it, and nothing else', async () => {
    writeChangeset({ 'api-contract': 'minor', theme: 'minor' });
    await inCopy('version-packages');
    commitAll(copy, 'Version packages');
    await inCopy('release');
    await all.install(...names.map((name) => `${name}@latest`));
    const after = versions();
    assert.deepEqual(Object.keys(after).toSorted(), names.toSorted());
    const raised = names.filter((name) => after[name] !== before[name]);
    assert.deepEqual(raised.map((name) => name.replace('@scantix/', '')).toSorted(), [
      'api-contract',
      'scan-ledger',
      'theme',
      'ui-shell',
    ]);
    assert.equal(after['@scantix/theme'], raise(before['@scantix/theme'], 'minor'));
    // Its peer is another one now, which is no change of its own.
    assert.equal(after['@scantix/ui-shell'], raise(before['@scantix/ui-shell'], 'patch'));
    assert.equal(after['@scantix/api-contract'], raise(before['@scantix/api-contract'], 'minor'));
    await all.checkTypes('tsconfig.json');
  });
  await visitExamples();
}

async function snapshot() {
  step('A snapshot of a branch');
  git(copy, 'switch', '--quiet', '--create', 'try-out');
  writeChangeset({ theme: 'minor' });
  commitAll(copy, 'Something to try');
  const [tags, before] = [git(copy, 'tag'), await distTags('@scantix/theme')];
  await claims.verify(
    'it is published under its tag, and changes neither `latest` nor the work tree nor git',
    async () => {
      await inCopy('release', {}, '--snapshot=@Ada/try_out');
      const { latest, 'ada-try-out': tried } = await distTags('@scantix/theme');
      assert.equal(latest, before.latest);
      assert.match(tried, new RegExp(`^${raise(latest, 'minor')}-ada-try-out\\.\\d+$`));
      assert.equal((await distTags('@scantix/feedback'))['ada-try-out'], undefined);
      assert.equal(git(copy, 'status', '--porcelain'), '');
      assert.equal(git(copy, 'tag'), tags);
    },
  );
}

function writeChangeset(packages) {
  const lines = Object.entries(packages).map(([name, kind]) => `'@scantix/${name}': ${kind}`);
  writeFileSync(join(copy, '.changeset', 'rehearsed.md'), `---\n${lines.join('\n')}\n---\n\nRehearsed.\n`);
}

function raise(version, kind) {
  const [major, minor, patch] = version.split('.').map(Number);
  return kind === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

async function distTags(name) {
  const headers = { authorization: `Bearer ${registry.token}` };
  return (await (await fetch(new URL(name, registry.url), { headers })).json())['dist-tags'];
}

async function published() {
  const headers = { authorization: `Bearer ${registry.token}` };
  const answers = await Promise.all(names.map((name) => fetch(new URL(name, registry.url), { headers })));
  return names.filter((_, index) => answers[index].ok);
}

function pnpmOf() {
  return JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')).packageManager;
}

function changesets() {
  return readdirSync(join(copy, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md');
}
