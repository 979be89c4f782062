import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { step } from './workspace.mjs';

/** Installs one Debian package if this is Debian and the user is root. Returns whether it is installed. */
export function installDebianPackage(name) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  step(`Installing Debian's ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}
