// The servers of a rehearsal: our API, and those of the examples.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, workspaceEnvironment } from '../workspace.mjs';

/** Starts a server that listens on `port` of the loopback address; resolves when `path` is answered. */
export async function startServer(script, args, { port, cwd, env = {}, path = '/' }) {
  const server = spawn('node', [script, ...args], {
    cwd,
    env: workspaceEnvironment({ PORT: String(port), ...env }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 120_000;
  while (!(await answers(origin + path))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`${script} did not start:\n${log}`);
    await wait(100);
  }
  return {
    origin,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts the built API with demo data, which it stores in `dataDir`; pages of `allowedOrigins` may call it. */
export function startApi({ port, dataDir, allowedOrigins }) {
  const env = { DATA_DIR: dataDir, ALLOWED_ORIGINS: allowedOrigins.join(','), LOG_LEVEL: 'warn' };
  return startServer(join(root, 'apps', 'api', 'dist', 'main.js'), ['--demo'], { port, env, path: '/readyz' });
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
