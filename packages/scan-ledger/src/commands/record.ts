import type { LedgerScan } from '../model/ledger-scan.ts';
import { makeScan } from '../model/make-events.ts';
import type { ScanToRecord } from '../model/scan-to-record.ts';
import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `record`: the scan is on the disk when it resolves. */
export function createRecord({ store, changes, claim, watch, leaseAhead, begin }: CommandContext) {
  return async (read: ScanToRecord, { signal }: CommandOptions = {}): Promise<LedgerScan> => {
    const { domain, ...made } = await claim();
    const scan = makeScan(read, made);
    // Past this line the signal has no effect: a written scan is sent.
    signal?.throwIfAborted();
    // Leased with the same write, so that its call leaves at once, and not behind a view that is drawn meanwhile.
    const leased = await watch(() => store.add(scan, domain, leaseAhead()));
    changes.counted(scan.id, 1);
    begin(scan.id, { domain, leased: leased?.steps ?? null });
    return { scan, domain, sync: 'waiting', verdict: null, tally: 'undecided' };
  };
}
