import type { LedgerScan } from '@scantix/scan-ledger';
import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { useLedgerScans } from '../ledger/use-ledger-scans.ts';
import { useApp } from '../services/app-context.ts';

/** The most codes that a batch reads from one frame. */
export const MAX_CODES_PER_FRAME = 20;
/** The most scans that a batch lists. */
export const MAX_LISTED = 100;

/** A batch: every code in view is recorded at once, and its verdict joins a list. */
export interface Batch {
  readonly isOpen: boolean;
  /** The number of its scans. */
  readonly count: number;
  /** Its newest scans: those of the last picture first, in the order of the picture. */
  readonly scans: readonly LedgerScan[];
  /** The number of those that are older than what is read of the log. */
  readonly earlier: number;
  readonly toggle: () => void;
  /** Empties the list for the next visitors. */
  readonly clear: () => void;
}

/** The scans of a batch among the newest of this device, newest first: other windows and tabs may have made most of those. */
export function findBatch(ids: readonly string[], log: readonly LedgerScan[]): Pick<Batch, 'scans' | 'earlier'> {
  // Ids of one device sort by time. One that the log does not have yet is newer.
  const oldest = log.at(-1)?.scan.id ?? '';
  return {
    scans: ids.flatMap((id) => log.find(({ scan }) => scan.id === id) ?? []),
    earlier: ids.filter((id) => id < oldest).length,
  };
}

/** The batch, and the newest scan of this device: `null` if there is none, `undefined` until that is known. */
export function useBatch(): Batch & { readonly last: LedgerScan | null | undefined } {
  const { atoms } = useApp();
  const [ids, setIds] = useAtom(atoms.batchAtom);
  const log = useLedgerScans(ids ? MAX_LISTED : 1);
  return useMemo(
    () => ({
      isOpen: ids !== null,
      count: ids?.length ?? 0,
      ...findBatch(ids ?? [], log ?? []),
      last: log ? (log[0] ?? null) : undefined,
      toggle: () => setIds(ids ? null : []),
      clear: () => setIds([]),
    }),
    [ids, log, setIds],
  );
}
