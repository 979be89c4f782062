import type { Scan, Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '../scan-ledger.ts';
import type { Lease, ScanStore, Settlement } from '../scan-store.ts';
import { isFree } from '../store/is-free.ts';

interface Entry {
  readonly scan: Scan;
  readonly domain: string;
  waiting: boolean;
  lease: Lease | null;
  shown: Verdict | null;
  settlement: Settlement | null;
}

/** Scans in memory: they last as long as this object. */
export function createMemoryScanStore(): ScanStore {
  const entries = new Map<string, Entry>();
  const newestFirst = () => [...entries.values()].sort((a, b) => (a.scan.id < b.scan.id ? 1 : -1));

  function view({ scan, domain, shown, settlement }: Entry): LedgerScan {
    if (!settlement) return { scan, domain, sync: 'waiting', verdict: shown };
    const { id: _, verdict, ...answer } = settlement;
    return { scan, domain, ...answer, verdict: verdict ?? shown };
  }

  return {
    async open() {},
    close() {},
    async add(scan, domain) {
      entries.set(scan.id, { scan, domain, waiting: true, lease: null, shown: null, settlement: null });
    },
    async get(id) {
      const entry = entries.get(id);
      return entry ? view(entry) : null;
    },
    async list({ domain, limit }) {
      return newestFirst()
        .filter((entry) => entry.domain === domain)
        .slice(0, limit)
        .map(view);
    },
    async waitingIds({ domain, limit }) {
      return newestFirst()
        .filter((entry) => entry.waiting && entry.domain === domain)
        .map(({ scan }) => scan.id)
        .reverse()
        .slice(0, limit);
    },
    async lease(ids, request) {
      const leased = ids.map((id) => entries.get(id)).filter((entry) => entry?.waiting && isFree(entry.lease, request));
      return leased.flatMap((entry) => {
        if (!entry) return [];
        entry.lease = { holder: request.holder, until: request.until };
        return [{ id: entry.scan.id, scan: entry.scan }];
      });
    },
    async release(ids, holder) {
      for (const id of ids) {
        const entry = entries.get(id);
        if (entry?.lease?.holder === holder) entry.lease = null;
      }
    },
    async leasedUntil() {
      const ends = [...entries.values()].flatMap(({ waiting, lease }) => (waiting && lease ? [lease.until] : []));
      return ends.length === 0 ? null : Math.max(...ends);
    },
    async settle(settlements) {
      for (const settlement of settlements) {
        const entry = entries.get(settlement.id);
        if (!entry?.waiting) continue;
        entry.waiting = false;
        entry.settlement = settlement;
      }
    },
    async keepShownVerdict(id, verdict) {
      const entry = entries.get(id);
      if (entry && !entry.settlement) entry.shown = verdict;
    },
    async count(domain) {
      const all = [...entries.values()];
      const waiting = all.filter((entry) => entry.waiting);
      if (domain === null) return { waiting: waiting.length, waitingElsewhere: 0, quarantined: 0 };
      const ours = waiting.filter((entry) => entry.domain === domain).length;
      const quarantined = all.filter((entry) => entry.domain === domain && entry.settlement?.sync === 'quarantined');
      return { waiting: ours, waitingElsewhere: waiting.length - ours, quarantined: quarantined.length };
    },
  };
}
