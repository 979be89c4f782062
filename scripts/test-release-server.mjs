#!/usr/bin/env node
// pnpm test:release:server [--report FILE]: packs the server, then follows docs/operations.md word for word on a machine that has
// Node 24, nginx and Caddy and nothing else: namespaces of this one, whose files and network stay as they are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDebianPackage } from './debian.mjs';
import { packServer } from './release-server/pack.mjs';
import { fail, root, step, workspaceEnvironment } from './workspace.mjs';

/** What the test runs, and Debian's package of it. */
const PROGRAMS = {
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/caddy': 'caddy',
  '/usr/bin/curl': 'curl',
  '/usr/bin/openssl': 'openssl',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/psql': 'postgresql',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/docker-compose': 'docker-compose',
};

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const namespaces = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--propagation', 'private', '--'];

if (process.getuid?.() !== 0 || spawnSync('unshare', [...namespaces, 'true']).status !== 0)
  fail('The archive is tried in namespaces of its own: as root on Linux, where `unshare` is allowed.');
for (const [program, name] of Object.entries(PROGRAMS)) {
  if (!existsSync(program) && !installDebianPackage(name)) fail(`Install ${name}; it is Debian's name.`);
}

const out = mkdtempSync(join(tmpdir(), 'scantix-release-'));
try {
  step('The archive');
  const archive = packServer(out);
  const inside = join(root, 'scripts/release-server/test/inside.mjs');
  const report = values.report ? [values.report] : [];
  const { status } = spawnSync('unshare', [...namespaces, 'node', inside, archive, ...report], {
    env: workspaceEnvironment({ TEST_DATABASE_URL: '' }),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
