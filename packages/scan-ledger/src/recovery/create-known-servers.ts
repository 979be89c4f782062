import type { FactsStore } from '../ports/facts-store.ts';
import { type KnownServer, knownServer } from './known-server.ts';
import { serverFact } from './server-fact.ts';

/** What this device knows of the servers of its domains. */
export interface KnownServers {
  /** `null` where nothing is known. */
  read(domain: string): Promise<KnownServer | null>;
  /** Changes it in one transaction; `null` leaves it. Returns what is stored then. */
  change(domain: string, change: (known: KnownServer | null) => KnownServer | null): Promise<KnownServer | null>;
}

/** Reads the fact of a server. */
export const toKnownServer = (fact: unknown): KnownServer | null => knownServer.safeParse(fact).data ?? null;

/** Creates the access to what is known, kept as facts. */
export function createKnownServers(facts: FactsStore): KnownServers {
  return {
    read: async (domain) => toKnownServer(await facts.read(serverFact(domain))),
    change: async (domain, change) =>
      toKnownServer(await facts.change(serverFact(domain), (known) => change(toKnownServer(known)) ?? undefined)),
  };
}
