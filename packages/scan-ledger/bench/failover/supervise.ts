import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a service manager waits before it starts a service again, in milliseconds. */
const RESTART_MS = 1_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where its output is added to. */
  readonly logFile: string;
}

/** A program that is started again whenever it ends, as a service manager does. */
export interface Service {
  /** @default SIGKILL */
  kill(signal?: NodeJS.Signals): void;
  /** Does not start it again until `start`: its machine is down. */
  rest(): void;
  start(): void;
}

/** Starts a service; it runs until this process ends, and all of its namespace with it. */
export function supervise({ program, args, env = {}, logFile }: Command): Service {
  const log = createWriteStream(logFile, { flags: 'a' });
  let child: ChildProcess | undefined;
  let isWanted = false;
  let isKept = false;

  async function keepRunning(): Promise<void> {
    isKept = true;
    while (isWanted) {
      const running = spawn(program, args, {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.stdout.pipe(log, { end: false });
      running.stderr.pipe(log, { end: false });
      child = running;
      await once(running, 'exit');
      child = undefined;
      await sleep(RESTART_MS);
    }
    isKept = false;
  }

  const service: Service = {
    kill: (signal = 'SIGKILL') => void child?.kill(signal),
    rest() {
      isWanted = false;
    },
    start() {
      isWanted = true;
      if (!isKept) void keepRunning();
    },
  };
  service.start();
  return service;
}
