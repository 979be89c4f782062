import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, startApi } from '../../../../scripts/bench/api-process.ts';

const LONGEST_PAUSE_MS = 1_000;
/** Longest delay of a kill into a call: about the duration of a call. */
const LONGEST_AIM_MS = 12;

interface Slot {
  readonly port: string;
  process: ApiProcess | null;
  calls: number;
}

/** Several API processes over one database, behind a balancer without health checks. */
export interface ApiPool {
  /** The origin of the first process. */
  readonly origin: string;
  forward(path: string, init: RequestInit): Promise<Response>;
  /** Kills the process that gets the next call during that call, and restarts it after a pause. */
  killWithNextCall(): void;
  readonly kills: { all: number; underWay: number };
  /** Resolves when all processes run and no kill is pending. */
  settle(): Promise<void>;
}

/** Starts the processes one after the other: the first creates the schema of the database. */
export async function startApiPool(
  size: number,
  { environment, random }: { environment: Readonly<Record<string, string>>; random: () => number },
): Promise<ApiPool> {
  const slots: Slot[] = [];
  for (let index = 0; index < size; index += 1) {
    const process = await startApi(environment);
    slots.push({ port: new URL(process.origin).port, process, calls: 0 });
  }
  const kills = { all: 0, underWay: 0 };
  let due = 0;
  let restarts: Promise<void>[] = [];

  async function killAndRestart(slot: Slot): Promise<void> {
    const { process } = slot;
    if (!process) return;
    slot.process = null;
    kills.all += 1;
    if (slot.calls > 0) kills.underWay += 1;
    await process.kill();
    await sleep(random() * LONGEST_PAUSE_MS);
    slot.process = await startApi({ ...environment, PORT: slot.port });
  }

  return {
    origin: `http://127.0.0.1:${slots[0]?.port}`,
    async forward(path, init) {
      const slot = slots[Math.floor(random() * slots.length)] as Slot;
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
    kills,
    async settle() {
      due = 0;
      while (restarts.length > 0) await Promise.all(restarts.splice(0));
      restarts = [];
    },
  };
}
