// A private registry for one run: Verdaccio on loopback, at first empty; it proxies npm's registry.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

/** Starts the registry with its data in `folder` and creates one user who may publish. */
export async function startRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  const server = await runServer(writeConfiguration(folder));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    url,
    token: await createUser(url),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Verdaccio reads YAML, and JSON is YAML. */
function writeConfiguration(folder) {
  const file = join(folder, 'config.yaml');
  const authority = npmConfig('cafile');
  const configuration = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {
      npm: { url: npmConfig('registry'), ...(existsSync(authority) && { ca: readFileSync(authority, 'utf8') }) },
    },
    packages: {
      '@scantix/*': { access: '$authenticated', publish: '$authenticated' },
      '**': { access: '$authenticated', proxy: 'npm' },
    },
    log: { type: 'file', path: join(folder, 'registry.log'), level: 'warn', format: 'json' },
  };
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

function npmConfig(key) {
  return spawnSync('npm', ['config', 'get', key], { encoding: 'utf8' }).stdout.trim();
}

async function createUser(url) {
  const response = await fetch(new URL('-/user/org.couchdb.user:ci', url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ci', password: randomBytes(16).toString('hex') }),
  });
  const { token } = await response.json();
  if (!token) throw new Error(`The registry made no user: ${response.status}`);
  return token;
}
