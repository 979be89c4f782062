import { findPrimary, findSynchronous } from './cluster.ts';
import type { DatabaseMachine } from './database-machine.ts';
import { cutFromPeers, cutOff, joinAgain, joinPeers, type Machine } from './network.ts';
import type { Service } from './supervise.ts';

/** What can fail. */
export interface Installation {
  readonly machines: Readonly<Record<Machine, DatabaseMachine>>;
  readonly api: readonly Service[];
  readonly balancer: Service;
}

/** Something that fails. */
export interface Fault {
  readonly name: string;
  /** The machine that it happens to. @default none of the database */
  readonly victim?: () => Promise<Machine>;
  /** Whether another machine becomes the primary while it lasts. @default false */
  readonly movesPrimary?: boolean;
  happen(installation: Installation, victim: Machine): void;
  /** Ends it, once the service is back. @default a service manager has done it */
  repair?(installation: Installation, victim: Machine): void;
}

/** The faults of a run, in order. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  api: {
    name: 'kill -9 of a process of the API',
    happen: ({ api }) => api[0]?.kill(),
  },
  balancer: {
    name: 'kill -9 of HAProxy',
    happen: ({ balancer }) => balancer.kill(),
  },
  postgres: {
    name: "kill -9 of the primary's PostgreSQL",
    victim: findPrimary,
    happen: ({ machines }, victim) => machines[victim].crashPostgres(),
  },
  primary: {
    name: "kill -9 of everything on the primary's machine",
    victim: findPrimary,
    movesPrimary: true,
    happen: ({ machines }, victim) => machines[victim].powerOff(),
    repair: ({ machines }, victim) => machines[victim].powerOn(),
  },
  replica: {
    name: "kill -9 of everything on the synchronous replica's machine",
    victim: findSynchronous,
    happen: ({ machines }, victim) => machines[victim].powerOff(),
    repair: ({ machines }, victim) => machines[victim].powerOn(),
  },
  network: {
    name: "the primary's network cut",
    victim: findPrimary,
    movesPrimary: true,
    happen: (_, victim) => cutOff(victim),
    repair: (_, victim) => joinAgain(victim),
  },
  peers: {
    name: 'the primary cut off from the other two, not from HAProxy',
    victim: findPrimary,
    movesPrimary: true,
    happen: (_, victim) => cutFromPeers(victim),
    repair: (_, victim) => joinPeers(victim),
  },
  patroni: {
    name: "the primary's Patroni stopped, while its PostgreSQL goes on",
    victim: findPrimary,
    movesPrimary: true,
    happen: ({ machines }, victim) => machines[victim].freezePatroni(),
    repair: ({ machines }, victim) => machines[victim].thawPatroni(),
  },
};
