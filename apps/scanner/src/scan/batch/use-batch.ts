import type { LedgerScan } from '@scantix/scan-ledger';
import { useCallback, useMemo, useState } from 'react';
import { useApp } from '../../app-context.ts';
import type { PresentedCode } from '../scan-desk.ts';
import { useLedgerScans } from '../use-ledger-scans.ts';
import { useTake } from '../use-take.ts';

/** How many codes of one frame a batch takes, and how many it lists. */
export const CODES_A_FRAME = 20;
const LISTED = 100;

/** Scanning on and on: every code is taken where it is seen, and its verdict joins a list until somebody goes on. */
export interface Batch {
  readonly on: boolean;
  /** The newest first. */
  readonly scans: readonly LedgerScan[];
  readonly toggle: () => void;
  readonly take: (code: PresentedCode) => Promise<void>;
  /** On to the next visitors: an empty list. */
  readonly goOn: () => void;
}

export function useBatch(): Batch {
  const { ledger, sounds } = useApp();
  const takeCode = useTake();
  const [on, setOn] = useState(false);
  const [ids, setIds] = useState<readonly string[]>([]);
  const log = useLedgerScans(LISTED);

  const take = useCallback(
    async (code: PresentedCode) => {
      const recorded = await takeCode(code);
      if (!recorded) return;
      const { id } = recorded.scan;
      setIds((before) => [...before, id]);
      const { outcome } = await ledger.decide(id);
      sounds.play(outcome);
    },
    [ledger, sounds, takeCode],
  );

  return useMemo(
    () => ({
      on,
      scans: (log ?? []).filter(({ scan }) => ids.includes(scan.id)),
      toggle: () => {
        setOn(!on);
        setIds([]);
      },
      take,
      goOn: () => setIds([]),
    }),
    [on, log, ids, take],
  );
}
