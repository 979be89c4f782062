import type { LedgerScan } from '@scantix/scan-ledger';
import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { useLedgerScans } from '../ledger/use-ledger-scans.ts';
import { useApp } from '../services/app-context.ts';

/** How many codes of one frame a batch takes, and how many scans it lists. */
export const CODES_A_FRAME = 20;
const LISTED = 100;

/** Scanning on and on: every code is taken where it is seen, and its verdict joins a list until somebody goes on. */
export interface Batch {
  readonly on: boolean;
  /** How many codes it has taken. */
  readonly count: number;
  /** The newest of them, the newest first. */
  readonly scans: readonly LedgerScan[];
  readonly toggle: () => void;
  /** On to the next visitors: an empty list. */
  readonly goOn: () => void;
}

/**
 * The open batch, and beside it the newest scan of this device, whatever way it was made: `null` where there is none,
 * `undefined` until that is known.
 */
export function useBatch(): Batch & { readonly last: LedgerScan | null | undefined } {
  const { atoms } = useApp();
  const [ids, setIds] = useAtom(atoms.batchAtom);
  const log = useLedgerScans(ids ? LISTED : 1);
  return useMemo(
    () => ({
      on: ids !== null,
      count: ids?.length ?? 0,
      scans: log?.filter(({ scan }) => ids?.includes(scan.id)) ?? [],
      last: log ? (log[0] ?? null) : undefined,
      toggle: () => setIds(ids ? null : []),
      goOn: () => setIds([]),
    }),
    [ids, log, setIds],
  );
}
