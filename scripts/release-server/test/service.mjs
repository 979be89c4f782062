// Starts and stops the server as its systemd unit says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const UNIT = '/etc/systemd/system/scantix.service';
const READY = 'http://127.0.0.1:4173/readyz';
const START_LIMIT_MS = 240_000;
/** Everything but the folders in $WRITABLE is read-only, and the workspace is not there; then the program, as the user. */
const CONFINE = `
  for folder in $WRITABLE; do if [ -d "$folder" ]; then mount --bind "$folder" "$folder"; fi; done
  mount -t tmpfs -o mode=0755 none "$WORKSPACE"
  findmnt --list --noheadings --output TARGET | sort -u | while read -r target; do
    case " $WRITABLE /proc /sys " in *" $target "*) continue ;; esac
    case "$target" in /proc/*|/sys/*|/dev/*) continue ;; esac
    mount -o remount,bind,ro "$target" 2>/dev/null || mount -o remount,ro "$target" || echo "writable: $target" >&2
  done
  exec setpriv --reuid="$OWNER" --regid="$OWNER" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
    env --ignore-environment PATH=/usr/local/bin:/usr/bin:/bin $COMMAND
`;

/** Creates the service of a machine whose `workspace` must not be seen. */
export function createService({ workspace }) {
  let running = null;
  const service = {
    /** What the running server has written. */
    output: () => running?.output ?? '',
    pid: () => running?.child.pid,
    async start() {
      const unit = readFileSync(UNIT, 'utf8');
      const value = (name) => new RegExp(`^${name}=-?(.+)$`, 'm').exec(unit)?.[1];
      const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-euc', CONFINE], {
        cwd: '/',
        env: {
          PATH: process.env.PATH,
          WORKSPACE: workspace,
          OWNER: value('User'),
          COMMAND: value('ExecStart'),
          WRITABLE: `/var/lib/${value('StateDirectory')} ${value('ReadWritePaths')}`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started = { child, output: '', ended: once(child, 'exit') };
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          started.output += chunk;
        });
      }
      running = started;
      for (const giveUpAt = Date.now() + START_LIMIT_MS; ; await wait(50)) {
        if ((await fetch(READY).catch(() => null))?.ok) return;
        if (child.exitCode === null && Date.now() < giveUpAt) continue;
        throw new Error(`The server did not start:\n${started.output}`);
      }
    },
    /** Stops it by SIGTERM and throws unless it ends with code 0. */
    async stop() {
      const { child, ended } = running;
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${running.output}`);
      running = null;
    },
    async restart() {
      await service.stop();
      await service.start();
    },
  };
  return service;
}
