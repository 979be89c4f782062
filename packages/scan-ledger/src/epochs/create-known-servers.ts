import type { FactsStore } from '../ports/facts-store.ts';
import { type KnownServer, knownServer } from './known-server.ts';

/** What this device knows of the servers of its domains. */
export interface KnownServers {
  /** `null` where nothing is known. */
  read(domain: string): Promise<KnownServer | null>;
  /** Changes it in one transaction; `null` leaves it. Returns what is stored then. */
  change(domain: string, change: (known: KnownServer | null) => KnownServer | null): Promise<KnownServer | null>;
}

const keyOf = (domain: string) => `server:${domain}`;

/** Creates the access to what is known, kept as facts. */
export function createKnownServers(facts: FactsStore): KnownServers {
  const parse = (fact: unknown): KnownServer | null => knownServer.safeParse(fact).data ?? null;
  return {
    read: async (domain) => parse(await facts.read(keyOf(domain))),
    change: async (domain, change) =>
      parse(await facts.change(keyOf(domain), (known) => change(parse(known)) ?? undefined)),
  };
}
