// Runs commands in the workspace. It has no dependency and runs on Node 20, because it runs before the installation.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const NPX = ['--yes', '--prefer-offline', '--package'];
const bin = join(root, 'node_modules', '.bin');
const installStamp = join(root, 'node_modules', '.installed');

/** The environment for commands: the workspace's own Node (the npm package `node`) and tools are first on the path. */
export function workspaceEnvironment(extra = {}) {
  return { ...process.env, TURBO_TELEMETRY_DISABLED: '1', PATH: `${bin}${delimiter}${process.env.PATH}`, ...extra };
}

/** Runs one command, passes its output through and resolves to its exit code. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: workspaceEnvironment(env),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    // The command ends with this process.
    const end = () => child.kill();
    process.once('exit', end);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('exit', end);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** The folder of the pnpm that package.json names. */
let pnpmFolder;

/** Runs pnpm, or a tool of the workspace that finds it on its path. npx takes seconds, so it is asked once. */
export function runWithPnpm([command, ...args], { env = {}, ...rest } = {}) {
  pnpmFolder ??= execFileSync('npx', [...NPX, packageManager, '--', 'node', '-p', 'process.env.PATH'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).split(delimiter)[0];
  const path = `${pnpmFolder}${delimiter}${workspaceEnvironment().PATH}`;
  return run(command, args, { ...rest, env: { ...env, PATH: path } });
}

/** Installs what the lock file names, with the pnpm that package.json names; does nothing if no manifest has changed. */
export async function install() {
  const state = manifestsDigest();
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === state) return;
  step(`Installing dependencies (${packageManager}, Node.js included; about a minute the first time)`);
  // An installation that is interrupted is of no state.
  rmSync(installStamp, { force: true });
  const code = await runWithPnpm(['pnpm', 'install', '--frozen-lockfile']);
  if (code !== 0) fail('The installation failed. It needs the npm registry once; see the lines above.');
  writeFileSync(installStamp, state);
}

/** The folders in `packages` that are published. */
export function publishedPackages() {
  return readdirSync(join(root, 'packages')).filter(
    (folder) => !JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')).private,
  );
}

/** The folders of every app and package, from the root. */
export function workspaceFolders() {
  return ['apps', 'packages'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)));
}

/** Prints a line of progress that differs from the output of the tools. */
export function step(text) {
  console.log(`\n▸ ${text}`);
}

export function fail(text) {
  console.error(`\n✗ ${text}`);
  process.exit(1);
}

function manifestsDigest() {
  const manifests = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].concat(
    workspaceFolders().map((folder) => join(folder, 'package.json')),
  );
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of manifests) if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
