import type { Scan, Verdict } from '@scantix/api-contract';
import type { LedgerScan, SyncState } from '../scan-ledger.ts';
import type { Lease, Settlement } from '../scan-store.ts';
import type { Sealed, Sealer } from './sealer.ts';

/** The log in storage: what indexes need in the clear, the rest sealed, each part on its own and written once. */
export interface LogRow {
  readonly id: string;
  readonly domain: string;
  readonly sync: SyncState;
  /** Epoch milliseconds. */
  readonly claimedAt: number;
  readonly scan: Sealed;
  readonly shown: Sealed | null;
  readonly answer: Sealed | null;
}

/** The outbox in storage: a scan waits as long as its row is here. */
export interface OutboxRow {
  readonly id: string;
  readonly domain: string;
  readonly lease: Lease | null;
}

export const sealScan = (sealer: Sealer, scan: Scan) => sealer.seal(scan, `scan ${scan.id}`);
export const sealShown = (sealer: Sealer, id: string, verdict: Verdict) => sealer.seal(verdict, `shown ${id}`);
export const sealAnswer = (sealer: Sealer, { sync: _, ...answer }: Settlement) =>
  sealer.seal(answer, `answer ${answer.id}`);

/** `null` where the row cannot be opened. AES-GCM vouches for the rest: only this package can have written it. */
export async function openScan(sealer: Sealer, row: LogRow): Promise<Scan | null> {
  return sealer.unseal(row.scan, `scan ${row.id}`).then(
    (scan) => scan as Scan,
    () => null,
  );
}

/** `null` where the row cannot be opened. */
export async function openRow(sealer: Sealer, row: LogRow): Promise<LedgerScan | null> {
  const scan = await openScan(sealer, row);
  if (!scan) return null;
  const open = (sealed: Sealed | null, part: string) =>
    sealed ? sealer.unseal(sealed, `${part} ${row.id}`).catch(() => null) : null;
  const shown = (await open(row.shown, 'shown')) as Verdict | null;
  const answer = (await open(row.answer, 'answer')) as Omit<Settlement, 'sync'> | null;
  return {
    scan,
    domain: row.domain,
    sync: row.sync,
    verdict: answer?.verdict ?? shown,
    ...(answer ? { receivedAt: answer.receivedAt } : {}),
    ...(answer?.conflict ? { conflict: answer.conflict } : {}),
    ...(answer?.error ? { error: answer.error } : {}),
  };
}
