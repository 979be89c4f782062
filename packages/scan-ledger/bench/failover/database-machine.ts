import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MACHINES, type Machine, processesOf } from './network.ts';
import { type Service, supervise } from './supervise.ts';

/** What an operator copies. */
export const DEPLOY = fileURLToPath(new URL('../../../../deploy/high-availability/', import.meta.url));

/** A machine with a member of etcd, Patroni and PostgreSQL. */
export interface DatabaseMachine {
  readonly name: Machine;
  /** Kills every process, as a power cut does; nothing starts again before `powerOn`. */
  powerOff(): void;
  powerOn(): void;
  /** Kills PostgreSQL alone. */
  crashPostgres(): void;
  /** Stops Patroni (SIGSTOP) while PostgreSQL goes on, or lets it go on. */
  freezePatroni(): void;
  thawPatroni(): void;
}

/** Starts a machine from the files of deploy/high-availability. @param folder its disk */
export function startDatabaseMachine(name: Machine, folder: string, postgresBin: string): DatabaseMachine {
  const services: Service[] = [
    startService(name, { folder, user: 'etcd', lib: '/var/lib/etcd', env: readEnv('etcd.env', name), run: 'etcd' }),
    startService(name, {
      ...{ folder, user: 'postgres', lib: '/var/lib/postgresql' },
      env: { ...readEnv('patroni.env', name), PATRONI_POSTGRESQL_BIN_DIR: postgresBin },
      run: `patroni '${DEPLOY}patroni.yml'`,
    }),
  ];
  const find = (command: RegExp) => processesOf(name).filter((pid) => command.test(commandOf(pid)));
  return {
    name,
    powerOff() {
      for (const service of services) service.rest();
      send('SIGKILL', processesOf(name));
    },
    powerOn() {
      for (const service of services) service.start();
    },
    crashPostgres: () => send('SIGKILL', find(/\/bin\/postgres -D /)),
    freezePatroni: () => send('SIGSTOP', find(/bin\/patroni /)),
    thawPatroni: () => send('SIGCONT', find(/bin\/patroni /)),
  };
}

interface ServiceOfMachine {
  readonly folder: string;
  readonly user: string;
  /** Its home, which is on the machine's own disk. */
  readonly lib: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

function startService(machine: Machine, { folder, user, lib, env, run }: ServiceOfMachine): Service {
  const disk = join(folder, machine, user);
  const sockets = join(folder, machine, 'run');
  for (const path of [disk, sockets]) {
    mkdirSync(path, { recursive: true });
    execFileSync('chown', [`${user}:${user}`, path]);
  }
  // `ip netns exec` has mounts of its own, so that three machines use the same paths.
  const script = [
    `mount --bind '${disk}' ${lib}`,
    `mount --bind '${sockets}' /run/postgresql`,
    `cd ${lib} && exec setpriv --reuid ${user} --regid ${user} --init-groups ${run}`,
  ];
  const args = ['netns', 'exec', machine, 'sh', '-e', '-c', script.join('\n')];
  return supervise({ program: 'ip', args, env, logFile: join(folder, `${machine}-${user}.log`) });
}

/** Reads an environment file of db1 for a machine. */
function readEnv(file: string, machine: Machine): Record<string, string> {
  const lines = readFileSync(join(DEPLOY, file), 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (name === 'ETCD_INITIAL_CLUSTER') return [name, value];
        return [name, value.replaceAll('db1', machine).replaceAll(MACHINES.db1, MACHINES[machine])];
      }),
  );
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended with another one.
    }
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended.
    return '';
  }
}
