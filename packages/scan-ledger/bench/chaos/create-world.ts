import { fileURLToPath } from 'node:url';
import { type BenchDatabase, createDatabase } from '../../../../scripts/bench/database.ts';
import { servePage } from '../../../../scripts/bench/page-server.ts';
import { seededRandom } from '../../../../scripts/bench/random.ts';
import { replaceTickets, type SignedIn, signIn, type TicketKind } from '../domain.ts';
import type { Shift } from '../page/gate.ts';
import { type ApiPool, startApiPool } from './api-pool.ts';
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { createGate, type Gate } from './gate.ts';
import type { ClerkEvent } from './history.ts';

const API_PROCESSES = 2;
const SEED = 20_261_121;
const PAGE = fileURLToPath(new URL('../page/gate.ts', import.meta.url));

/** Random choices, the same in every run; the timing differs. */
export interface Dice {
  readonly random: () => number;
  /** Returns an integer, both ends included. */
  among(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Devices, an unreliable network, API processes that can be killed, and a database. */
export interface World {
  readonly dice: Dice;
  readonly pool: ApiPool;
  readonly proxy: FaultProxy;
  readonly database: BenchDatabase;
  openGate(device: string, onEvent: (event: ClerkEvent) => void): Gate;
  /** Returns a clerk's shift at a device: a random clerk's, or the nth one's. */
  shiftAt(device: string, options?: { clerk?: number; deletesBeforeAnswer?: boolean }): Shift;
  close(): Promise<void>;
}

export async function createWorld({
  devices,
  tickets,
}: {
  devices: readonly string[];
  tickets: readonly TicketKind[];
}): Promise<World> {
  const random = seededRandom(SEED);
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const among = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const database = await createDatabase();
  const environment = { DATABASE_URL: database.url, AUTH_SECRET: 'one secret that all processes sign with' };
  const pool = await startApiPool(API_PROCESSES, { environment, random });
  await replaceTickets(database, tickets);
  const clerks = await signIn(pool.origin, database);
  const proxy = createFaultProxy({ devices, forward: pool.forward, random });
  const server = await servePage(PAGE, proxy.intercept);
  return {
    dice: { random, among, pick },
    pool,
    proxy,
    database,
    openGate: (device, onEvent) => createGate({ device, origin: server.origin, proxy, random, onEvent }),
    shiftAt: (device, { clerk = among(0, clerks.length - 1), deletesBeforeAnswer = false } = {}) => ({
      ...(clerks[clerk] as SignedIn),
      device,
      deletesBeforeAnswer,
    }),
    close: () => server.close(),
  };
}
