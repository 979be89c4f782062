import { execFileSync } from 'node:child_process';

/** The machines of the database, by their names and addresses in deploy/high-availability. */
export const MACHINES = { db1: '10.77.0.11', db2: '10.77.0.12', db3: '10.77.0.13' } as const;
export type Machine = keyof typeof MACHINES;
export const MACHINE_NAMES = Object.keys(MACHINES) as Machine[];
/** Where the API and HAProxy run. */
const HERE = '10.77.0.10';
const BRIDGE = 'switch';

/** Runs a command of iproute2. */
export function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' });
}

/** Lays cables between this machine and those of the database: each is a network namespace. */
export function openNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${HERE}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const machine of MACHINE_NAMES) {
    ip('netns', 'add', machine);
    ip('link', 'add', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine);
    ip('link', 'set', machine, 'master', BRIDGE, 'up');
    ip('-n', machine, 'address', 'add', `${MACHINES[machine]}/24`, 'dev', 'eth0');
    ip('-n', machine, 'link', 'set', 'eth0', 'up');
    ip('-n', machine, 'link', 'set', 'lo', 'up');
  }
}

/** Pulls the cable of a machine: packets vanish, and no connection is closed. */
export const cutOff = (machine: Machine) => void ip('link', 'set', machine, 'down');
export const joinAgain = (machine: Machine) => void ip('link', 'set', machine, 'up');

/** Lets a machine and the other two lose sight of each other, while this one still reaches all three. */
export function cutFromPeers(machine: Machine): void {
  for (const address of peersOf(machine)) ip('-n', machine, 'route', 'add', 'blackhole', `${address}/32`);
}

export function joinPeers(machine: Machine): void {
  for (const address of peersOf(machine)) ip('-n', machine, 'route', 'del', 'blackhole', `${address}/32`);
}

const peersOf = (machine: Machine) => MACHINE_NAMES.filter((name) => name !== machine).map((name) => MACHINES[name]);

/** The ids of the processes of a machine. */
export function processesOf(machine: Machine): number[] {
  return ip('netns', 'pids', machine).trim().split('\n').filter(Boolean).map(Number);
}
