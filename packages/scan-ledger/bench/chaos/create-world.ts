import { fileURLToPath } from 'node:url';
import type { Queryable } from '../../../../scripts/bench/database.ts';
import { servePage } from '../../../../scripts/bench/page-server.ts';
import { seededRandom } from '../../../../scripts/bench/random.ts';
import { replaceTickets, type TicketKind } from '../domain.ts';
import type { Bug, Shift } from '../page/gate.ts';
import { type ApiPool, startApiPool } from './api-pool.ts';
import { CLERKS, createClerks } from './clerks.ts';
import { createWorldDatabase, type DatabaseKind, type WorldDatabase } from './databases.ts';
import { earlierBuild } from './earlier-build.ts';
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { createGate, type Gate } from './gate.ts';
import { createHealth, type Health } from './health.ts';
import type { ClerkEvent } from './history.ts';

const PAGE = fileURLToPath(new URL('../page/gate.ts', import.meta.url));

/** Random choices, the same in every run of a seed; the timing differs. */
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
  readonly health: Health;
  readonly database: WorldDatabase;
  openGate(device: string, onEvent: (event: ClerkEvent) => void): Gate;
  /** Returns a clerk's shift at a device: a random clerk's, or the nth one's. */
  shiftAt(device: string, options?: { clerk?: number; bug?: Bug }): Promise<Shift>;
  /** Ends the sessions of all clerks: everybody signs in anew. */
  signOut(): void;
  /** Runs statements, with every API process at rest where the database is embedded. */
  inspect<T>(use: (database: Queryable) => Promise<T>): Promise<T>;
  /** Does something while no API process runs. */
  atRest<T>(work: () => Promise<T>): Promise<T>;
  /** Calls an API process, past the unreliable network. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly kind: DatabaseKind;
  readonly seed: number;
  readonly devices: readonly string[];
  readonly tickets: readonly TicketKind[];
  readonly accessTokenSeconds: number;
  readonly longestHangMs: number;
  /** Whether tabs of an earlier build can be opened. @default false */
  readonly hasEarlier?: boolean;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const { kind, seed, devices, tickets, accessTokenSeconds, longestHangMs, hasEarlier = false } = options;
  const random = seededRandom(seed);
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const among = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const database = await createWorldDatabase(kind);
  await database.inspect((queryable) => replaceTickets(queryable, tickets));
  const environment = {
    ...database.environment,
    ACCESS_TOKEN_SECONDS: String(accessTokenSeconds),
    // What is broken here on purpose fills no screen.
    LOG_LEVEL: 'silent',
  };
  const health = createHealth();
  const pool = await startApiPool(database.processes, { environment, random, health });
  const call: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return pool.forward(pathname + search, init ?? {});
  };
  const clerks = createClerks(call);
  const proxy = createFaultProxy({ devices, forward: pool.forward, random, health, longestHangMs });
  const server = await servePage(PAGE, proxy.intercept, hasEarlier ? { '/earlier/': earlierBuild(PAGE) } : {});
  const renew = clerks.token;

  async function atRest<T>(work: () => Promise<T>): Promise<T> {
    await pool.stop();
    return work().finally(() => pool.start());
  }

  return {
    dice: { random, among, pick },
    pool,
    proxy,
    health,
    database,
    openGate: (device, onEvent) => createGate({ device, origin: server.origin, proxy, health, random, onEvent, renew }),
    shiftAt: async (device, { clerk = among(0, CLERKS.length - 1), bug = 'none' } = {}) => ({
      ...(await clerks.signIn(device, clerk)),
      device,
      bug,
    }),
    signOut: clerks.signOut,
    async inspect(use) {
      await pool.settle();
      return kind === 'postgres' ? database.inspect(use) : atRest(() => database.inspect(use));
    },
    atRest,
    fetch: call,
    async close() {
      await pool.settle();
      await pool.stop();
      await server.close();
    },
  };
}
