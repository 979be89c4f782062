// Starts a PostgreSQL server for one test run, with its own data folder and user, on a free loopback port.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from './debian.mjs';
import { freePort } from './free-port.mjs';
import { fail } from './workspace.mjs';

/**
 * Starts a server and resolves to its address, its version and a way to stop it. `TEST_DATABASE_URL` names one that runs
 * already: an empty server whose user may create databases.
 * @param superuser its user
 * @param port @default a free one
 * @param survivesPowerCut whether it waits for the disk. What it has answered survives the end of its process anyway.
 */
export async function startPostgres({ superuser = 'scantix', port: chosenPort, survivesPowerCut = true } = {}) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, version: await askVersion(given), stop: async () => {} };

  const bin =
    findPostgresBinaries() ??
    (installDebianPackage('postgresql') ? findPostgresBinaries() : undefined) ??
    fail(
      'The database tests need PostgreSQL. Install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.',
    );
  const owner = process.getuid?.() === 0 ? postgresUser() : {};
  const folder = mkdtempSync(join(tmpdir(), 'scantix-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');

  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-instructions', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) fail(`initdb failed:\n${initdb.stderr}`);

  const port = chosenPort ?? (await freePort());
  let log = '';
  let isStarted = false;
  let server;
  let ended;
  // A server that a run has stopped is started again, as a service manager does.
  function start() {
    server = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=200',
        ...(survivesPowerCut ? [] : ['-c', 'fsync=off']),
      ],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000);
    });
    ended = new Promise((resolve) => server.on('exit', resolve));
    server.on('exit', () => isStarted && start());
  }
  start();
  const end = () => {
    isStarted = false;
    server.kill('SIGINT');
  };
  process.once('exit', end);
  for (
    let tries = 0;
    spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status !== 0;
    tries++
  ) {
    if (server.exitCode !== null || tries === 150) fail(`PostgreSQL did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  isStarted = true;
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    version: spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim(),
    stop: async () => {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function askVersion(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select version()');
  await client.end();
  return rows[0].version;
}

/** Where the programs of the newest PostgreSQL are. */
export function findPostgresBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  return [...versions.map((version) => join(debian, version, 'bin')), configured].find(
    (folder) => folder && existsSync(join(folder, 'initdb')),
  );
}

/** PostgreSQL refuses to run as root; Debian's package creates the user `postgres`. */
function postgresUser() {
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid > 0 ? { uid, gid } : fail('As root, PostgreSQL needs a user named postgres to run as.');
}
