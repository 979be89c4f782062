import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { KnownServers } from './create-known-servers.ts';
import { type KnownServer, stepped } from './known-server.ts';

/** Options of createOffering. */
export interface OfferingOptions {
  readonly store: Pick<OutboxStore, 'offerAgain'>;
  readonly known: KnownServers;
  readonly owner: () => LedgerOwner | null;
  /** Returns how many scans wait; `null` while that is not known. */
  readonly waiting: () => number | null;
  /** Called after each step. `offered`: scans offered again since nothing waited; `more`: those of this step. */
  readonly onOffered: (offered: number, more: number) => void;
  /** Called once everything is back in the outbox, also of other tabs' steps: without ids. */
  readonly onReturned: (ids: string[]) => void;
  /** Whether no further step begins. */
  readonly isStopped: () => boolean;
  readonly log: LedgerLog;
}

/** Moves back into the outbox what the server has lost. */
export interface Offering {
  /** Continues what is left to offer for the domain of who is signed in. Never rejects. */
  resume(): Promise<void>;
}

/** Scans of one step: each is one transaction, between which a new scan is saved. */
const AT_ONCE = 50;

/** Creates the offering, stopped. */
export function createOffering({
  store,
  known,
  owner,
  waiting,
  onOffered,
  onReturned,
  isStopped,
  log,
}: OfferingOptions): Offering {
  let running: Promise<void> | null = null;

  async function step(domain: string, of: KnownServer): Promise<KnownServer | null> {
    const { epoch, offering } = of;
    if (!offering) return null;
    const lost = { epoch, above: offering.above };
    const { offered, last } = await store.offerAgain({ domain, lost, after: offering.after, limit: AT_ONCE });
    const next = await known.change(domain, (stored) => stepped(stored, { of, offered, last }));
    onOffered(next?.offered ?? 0, offered);
    return next;
  }

  async function run(domain: string): Promise<void> {
    let now = await known.read(domain);
    // Once nothing waits, the number begins anew.
    if (now?.offered && !now.offering && waiting() === 0) now = await known.change(domain, withoutOffered);
    if (!now?.offering) return onOffered(now?.offered ?? 0, 0);
    log({ name: 'ledger-offers-again', properties: { above: now.offering.above } });
    while (now?.offering && owner()?.domain === domain && !isStopped()) {
      now = await step(domain, now);
    }
    if (now?.offering) return;
    log({ name: 'ledger-offered-again', properties: { scans: now?.offered ?? 0 } });
    onReturned([]);
  }

  return {
    async resume() {
      const domain = owner()?.domain;
      if (domain === undefined) return;
      running ??= run(domain)
        .catch((cause) => log({ name: 'ledger-offering-failed', cause }))
        .finally(() => {
          running = null;
        });
      await running;
    },
  };
}

const withoutOffered = (stored: KnownServer | null): KnownServer | null =>
  stored && !stored.offering ? { ...stored, offered: 0 } : null;
