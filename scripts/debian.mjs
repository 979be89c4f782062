import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { step } from './workspace.mjs';

/** Asked by Debian's packages before they start a service; 101 says no. */
const POLICY = '/usr/sbin/policy-rc.d';
const REFUSAL = '#!/bin/sh\n# Of the tests of Scantix, while they install a package.\nexit 101\n';

/**
 * Installs one Debian package if this is Debian and the user is root. Its services do not start, now or with the machine:
 * its programs run for one command. Returns whether it is installed.
 */
export function installDebianPackage(name) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  step(`Installing Debian's ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  // Also one that an interrupted run has left.
  const isOurs = !existsSync(POLICY) || readFileSync(POLICY, 'utf8') === REFUSAL;
  if (isOurs) writeFileSync(POLICY, REFUSAL, { mode: 0o755 });
  try {
    return apt('update') && apt('install', '-y', '--no-install-recommends', name) && disableServices(name);
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

function disableServices(name) {
  if (!existsSync('/run/systemd/system')) return true;
  const { stdout = '' } = spawnSync('dpkg', ['-L', name], { encoding: 'utf8' });
  const units = stdout.match(/(?<=\/systemd\/system\/)[\w-]+\.service$/gm) ?? [];
  if (units.length > 0) spawnSync('systemctl', ['--quiet', 'disable', ...units], { stdio: 'ignore' });
  return true;
}
