// Runs in the namespaces of test-release-server.mjs: follows docs/operations.md, and tries what it leads to.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createClaims } from '../../release/claims.mjs';
import { root } from '../../workspace.mjs';
import { operate, prepareMachine } from './machine.mjs';
import { placeFiles } from './place-files.mjs';
import { readPage } from './read-page.mjs';
import { createService } from './service.mjs';
import { createSystem } from './system.mjs';
import { verifyProxy } from './through-proxy.mjs';

const [archive, report] = process.argv.slice(2);
const claims = createClaims();
const version = /scantix-(.+)\.tar\.gz/.exec(basename(archive))[1];
const cwd = prepareMachine();
const placed = await placeFiles({ cwd, archive, version });
const service = createService({ workspace: root });
const scantix = (...args) => {
  const { status, stdout, stderr } = spawnSync('/usr/local/bin/scantix', ['--json', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
const system = createSystem({ service, onProxy: (name) => verifyProxy({ name, claims, scantix }) });

try {
  await claims.verify('the archive: no path of this machine, no workspace, no source map', () => checkContents(cwd));
  for (const { section, kind, script } of readPage()) {
    const [line] = script.split('\n').filter((one) => !one.startsWith('#'));
    if (kind === 'containers' || kind === 'machines') continue;
    await claims.verify(`${section}: ${line}`, async () => {
      if (kind === 'systemd') return await system.run(script);
      operate(fillIn(script), { cwd });
    });
    if (kind === 'systemd' && /enable --now scantix/.test(script)) await verifyConfinement();
  }
  await claims.verify('the compose file is one', () => {
    const env = { OWNER_PASSWORD: 'a', RUNTIME_PASSWORD: 'b', AUTH_SECRET: 'c' };
    operate('docker-compose --file /opt/scantix/deploy/compose.yaml config', { cwd, env });
  });
  await claims.verify('it stops, and ends with 0', () => service.stop());
} finally {
  await placed.stop();
}
claims.report(report);
console.log(`\n${claims.total.passed} passed, ${claims.total.failed} failed`);
process.exit(claims.total.failed === 0 ? 0 : 1);

/** The page's stand-ins for what only this run knows. */
function fillIn(script) {
  const first = (path, ...args) => scantix(...args).items[0][path];
  const values = {
    '0\\.1\\.0': () => version,
    DEVICE: () => first('id', 'devices', 'list'),
    SESSION: () => first('id', 'sessions', 'list'),
    KEY: () => scantix('keys', 'list').items.find(({ state }) => state === 'verifying').kid,
    WEBHOOK: () => first('id', 'webhooks', 'list'),
  };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), () => value()),
    script,
  );
}

async function verifyConfinement() {
  await claims.verify('it runs without rights, and can write nothing but its data and backups', () => {
    const status = readFileSync(`/proc/${service.pid()}/status`, 'utf8');
    const user = operate('id -u scantix', { cwd }).trim();
    assert.match(status, new RegExp(`^Uid:\\s+${user}\\s+${user}\\s+${user}`, 'm'));
    assert.match(status, /^CapEff:\s+0+$/m);
    const mounts = readFileSync(`/proc/${service.pid()}/mountinfo`, 'utf8').trim().split('\n');
    const writable = mounts.map((mount) => mount.split(' ')).filter(([, , , , , options]) => /^rw\b/.test(options));
    const folders = writable.map(([, , , , folder]) => folder).filter((folder) => !/^\/(proc|sys|dev)\b/.test(folder));
    assert.deepEqual([...new Set(folders)].toSorted(), ['/var/backups/scantix', '/var/lib/scantix']);
  });
  await claims.verify('/healthz tells version, commit and build', async () => {
    const told = await (await fetch('http://127.0.0.1:4173/healthz')).json();
    assert.equal(told.version, version);
    assert.match(told.commit, /^[0-9a-f]{40}(, changed)?$/);
    assert.match(told.build, /^[0-9a-f]{12}$/);
  });
}

function checkContents(folder) {
  operate(`mkdir contents && tar -xzf scantix-${version}.tar.gz -C contents`, { cwd: folder });
  const unpacked = join(folder, 'contents');
  for (const file of readdirSync(unpacked, { recursive: true, encoding: 'utf8' })) {
    const path = join(unpacked, file);
    if (!statSync(path).isFile()) continue;
    assert.doesNotMatch(file, /\.map$|\.tsx?$|\.test\./);
    const content = readFileSync(path);
    assert.ok(!content.includes(`${root}/`), `${file} holds a path of this machine`);
  }
}
