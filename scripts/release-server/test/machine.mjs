// A machine for one test: this one, seen through namespaces. What is written to it is gone at the end.
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRATCH = '/mnt';
/** Where an operator installs and configures, and where services write. */
const WRITABLE = ['/etc', '/opt', '/var', '/usr/local', '/root'];
export const HOST = 'scan.example';

/** Prepares the machine, inside namespaces of its own. Returns the folder where the operator works. */
export function prepareMachine() {
  // What is asked of it, before /root may be covered.
  const node = realpathSync(process.execPath);
  mount('-t', 'tmpfs', 'scratch', SCRATCH);
  writeFileSync(join(SCRATCH, 'node'), '');
  mount('--bind', node, join(SCRATCH, 'node'));
  for (const folder of WRITABLE) {
    const [upper, work] = ['upper', 'work'].map((part) => join(SCRATCH, part, folder.replaceAll('/', '-')));
    for (const made of [upper, work]) mkdirSync(made, { recursive: true });
    mount('-t', 'overlay', 'overlay', '-o', `lowerdir=${folder},upperdir=${upper},workdir=${work}`, folder);
  }
  mount('-t', 'tmpfs', 'run', '/run');
  mkdirSync('/usr/local/bin', { recursive: true });
  writeFileSync('/usr/local/bin/node', '');
  mount('--bind', join(SCRATCH, 'node'), '/usr/local/bin/node');
  execute('ip', 'link', 'set', 'lo', 'up');
  writeFileSync('/etc/hosts', `127.0.0.1 localhost ${HOST}\n`);
  const folder = join(SCRATCH, 'operator');
  mkdirSync(folder);
  return folder;
}

/**
 * Runs a script as the operator would, and returns its output.
 * @throws with its output if it fails
 */
export function operate(script, { cwd, env = {} }) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env },
    // From a socket, bash would read its start-up file.
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`ended with ${status}\n${script}\n${stdout}${stderr}`);
  return stdout;
}

function mount(...args) {
  execute('mount', ...args);
}

function execute(command, ...args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
