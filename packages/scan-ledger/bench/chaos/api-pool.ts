import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, startApi } from '../../../../scripts/bench/api-process.ts';
import type { Health } from './health.ts';

const LONGEST_PAUSE_MS = 1_000;
const START_PAUSE_MS = 300;
/** Longest delay of a kill into a call: about the duration of a call. */
const LONGEST_AIM_MS = 12;

interface Slot {
  readonly port: string;
  process: ApiProcess | null;
  calls: number;
}

/** Several API processes over one database, behind a balancer without health checks. */
export interface ApiPool {
  /** Forwards a call to one of the processes. @throws where that one is dead, or dies meanwhile */
  forward(path: string, init: RequestInit): Promise<Response>;
  /** Kills the process that gets the next call during that call, and restarts it after a pause. */
  killWithNextCall(): void;
  /** Stops a process (SIGSTOP) for a time: it keeps its connections and answers nothing. */
  freeze(ms: number): Promise<void>;
  readonly kills: { all: number; underWay: number };
  /** How many processes ended without a kill. Each is started again, as a service manager does. */
  readonly crashes: () => number;
  /** The ids of the running processes. */
  pids(): number[];
  /** Resolves when all processes run and no kill is pending. */
  settle(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ApiPoolOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly random: () => number;
  readonly health: Health;
}

/** Starts the processes one after the other: the first creates the schema of the database. */
export async function startApiPool(size: number, options: ApiPoolOptions): Promise<ApiPool> {
  const { environment, random, health } = options;
  const slots: Slot[] = [];
  const kills = { all: 0, underWay: 0 };
  let due = 0;
  let crashes = 0;
  const restarts: Promise<void>[] = [];
  for (let index = 0; index < size; index += 1) {
    const process = await startApi(environment);
    const slot = { port: new URL(process.origin).port, process: null, calls: 0 };
    slots.push(slot);
    adopt(slot, process);
  }

  function adopt(slot: Slot, process: ApiProcess): void {
    slot.process = process;
    void process.ended.then(() => {
      if (slot.process !== process) return;
      const end = health.outage();
      slot.process = null;
      crashes += 1;
      restarts.push(restart(slot).finally(end));
    });
  }

  /** The database may be down as well: then starting is repeated. */
  async function restart(slot: Slot): Promise<void> {
    for (;;) {
      const process = await startApi({ ...environment, PORT: slot.port }).catch(() => null);
      if (process) return adopt(slot, process);
      await sleep(START_PAUSE_MS);
    }
  }

  async function killAndRestart(slot: Slot): Promise<void> {
    const { process } = slot;
    if (!process) return;
    const end = health.outage();
    slot.process = null;
    kills.all += 1;
    if (slot.calls > 0) kills.underWay += 1;
    await process.kill();
    await sleep(random() * LONGEST_PAUSE_MS);
    await restart(slot);
    end();
  }

  const pickSlot = () => slots[Math.floor(random() * slots.length)] as Slot;

  return {
    async forward(path, init) {
      const slot = pickSlot();
      if (due > 0 && slot.process) {
        due -= 1;
        restarts.push(sleep(random() * LONGEST_AIM_MS).then(() => killAndRestart(slot)));
      }
      slot.calls += 1;
      try {
        const answer = await fetch(`http://127.0.0.1:${slot.port}${path}`, init);
        // Read here, so that a call counts as running until its last byte.
        return new Response(await answer.arrayBuffer(), answer);
      } finally {
        slot.calls -= 1;
      }
    },
    killWithNextCall() {
      due += 1;
    },
    async freeze(ms) {
      const pid = pickSlot().process?.pid;
      if (!pid) return;
      const end = health.outage();
      process.kill(pid, 'SIGSTOP');
      await sleep(ms);
      // It may have been killed meanwhile.
      if (slots.some((slot) => slot.process?.pid === pid)) process.kill(pid, 'SIGCONT');
      end();
    },
    kills,
    crashes: () => crashes,
    pids: () => slots.flatMap((slot) => slot.process?.pid ?? []),
    async settle() {
      due = 0;
      while (restarts.length > 0) await Promise.all(restarts.splice(0));
    },
    async stop() {
      const running = slots.map(({ process }) => process);
      for (const slot of slots) slot.process = null;
      await Promise.all(running.map((process) => process?.kill()));
    },
    async start() {
      for (const slot of slots) await restart(slot);
    },
  };
}
