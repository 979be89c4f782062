// Does what systemd would, for the commands of the page that need it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { operate } from './machine.mjs';

const CADDYFILE = '/etc/caddy/Caddyfile';
const CERTIFICATE = '\ttls /etc/ssl/scantix/certificate.pem /etc/ssl/scantix/key.pem\n';

/** Creates the service manager of a machine. `onProxy` is called when a proxy has started. */
export function createSystem({ service, onProxy }) {
  const commands = {
    'systemctl enable --now scantix': () => service.start(),
    'systemctl start scantix': () => service.start(),
    'systemctl stop scantix': () => service.stop(),
    'systemctl restart scantix': () => service.restart(),
    'systemctl daemon-reload': () => {},
    async 'journalctl --unit scantix --output cat'() {
      const told = /only now\n +manager +\S+/;
      // What it writes may come later than its answer.
      for (let tries = 0; !told.test(service.output()) && tries < 100; tries += 1) await wait(50);
      assert.match(service.output(), told);
    },
    async 'systemctl reload nginx'() {
      mkdirSync('/var/log/nginx', { recursive: true });
      operate('nginx', { cwd: '/' });
      await answering();
      await onProxy('nginx');
      operate('nginx -s stop', { cwd: '/' });
      for (let tries = 0; spawnSync('pgrep', ['-x', 'nginx']).status === 0 && tries < 100; tries += 1) await wait(50);
    },
    async 'systemctl reload caddy'() {
      // Its certificate comes from the network; here it gets nginx's.
      const file = readFileSync(CADDYFILE, 'utf8').replace('scan.example {\n', (line) => line + CERTIFICATE);
      writeFileSync(CADDYFILE, file);
      const caddy = spawn('caddy', ['run', '--config', CADDYFILE], {
        stdio: 'ignore',
        env: { ...process.env, HOME: '/root' },
      });
      await answering();
      await onProxy('caddy');
      caddy.kill('SIGTERM');
    },
  };
  return {
    /** Runs the lines of a block. */
    async run(script) {
      for (const line of script.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
        const command = line.replace(/ +#.*$/, '');
        assert.ok(commands[command], `The test does not know what this does: ${command}`);
        await commands[command]();
      }
    },
  };
}

async function answering() {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status } = spawnSync('curl', [
      '--silent',
      '--insecure',
      '--output',
      '/dev/null',
      'https://scan.example/healthz',
    ]);
    if (status === 0) return;
    await wait(50);
  }
  throw new Error('The proxy does not answer');
}
