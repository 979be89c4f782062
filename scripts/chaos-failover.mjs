#!/usr/bin/env node
// pnpm chaos:failover [--faults NAME,NAME] [--rounds N] [--gates N] [--seed N] [--logs FOLDER] [--json FILE]: gates scan while
// machines of deploy/high-availability fail, in namespaces of this machine: its files and network stay as they are, and
// everything ends with the command. About ten minutes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installDebianPackage } from './debian.mjs';
import { findPostgresBinaries } from './postgres.mjs';
import { fail, root, run, step, workspaceEnvironment } from './workspace.mjs';

/** What the run needs, and Debian's package of it. */
const PROGRAMS = {
  '/usr/bin/psql': 'postgresql',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
};
const NAMESPACES = '--mount --net --pid --fork --kill-child --mount-proc --propagation private --'.split(' ');
/** The shell stays the first process: it takes leave of processes whose parents were killed. */
const INSIDE = 'mount -t tmpfs none /run && mkdir /run/netns /run/postgresql && "$@"; exit $?';

if (process.getuid?.() !== 0 || spawnSync('unshare', [...NAMESPACES, 'true']).status !== 0)
  fail('Machines are played by namespaces: as root on Linux, where `unshare` is allowed.');
for (const [program, name] of Object.entries(PROGRAMS)) {
  if (!existsSync(program) && !installDebianPackage(name)) fail(`Install ${name}; it is Debian's name.`);
}
if ((await run('turbo', ['run', 'build', '--filter=@scantix/api', '--output-logs', 'errors-only'])) !== 0)
  fail('The API could not be built.');

const options = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'scantix-failover-'));
// Each program runs as a user of its own.
chmodSync(folder, 0o755);
step('packages/scan-ledger/bench/failover.ts');
const bench = ['node', '--conditions=@scantix/source', join(root, 'packages/scan-ledger/bench/failover.ts')];
const places = ['--folder', folder, '--postgres', findPostgresBinaries()];
const args = [...NAMESPACES, 'sh', '-c', INSIDE, 'sh', ...bench, ...places, ...options];
const child = spawn('unshare', args, { env: workspaceEnvironment(), stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
const [code] = await once(child, 'exit');
const logs = options.indexOf('--logs');
if (logs >= 0) keepLogs(resolve(options[logs + 1]));
// The kernel ends the processes of a namespace one after the other.
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
process.exit(code ?? 1);

function keepLogs(target) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log')))
    cpSync(join(folder, file), join(target, file));
}
