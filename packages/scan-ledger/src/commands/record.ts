import type { LedgerScan } from '../model/ledger-scan.ts';
import { makeScan } from '../model/make-events.ts';
import type { ScanToRecord } from '../model/scan-to-record.ts';
import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `record`: the scan is on the disk when it resolves. */
export function createRecord({ store, changes, claim, watch, begin }: CommandContext) {
  return async (read: ScanToRecord, { signal }: CommandOptions = {}): Promise<LedgerScan> => {
    const { domain, ...made } = await claim();
    const scan = makeScan(read, made);
    // Past this line the signal has no effect: a written scan is sent.
    signal?.throwIfAborted();
    await watch(() => store.add(scan, domain));
    changes.counted(scan.id, 1);
    begin(scan.id);
    return { scan, domain, sync: 'waiting', verdict: null, tally: 'undecided' };
  };
}
