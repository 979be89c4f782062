import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useFeature } from '../hooks/use-feature.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useMayUndo } from '../hooks/use-right.ts';
import { useServerClock } from '../hooks/use-server-clock.ts';
import { useApp } from '../services/app-context.ts';

/** How long an entry or exit can be taken back without a question. */
export const QUICK_UNDO_MS = 10_000;

/** Takes an entry or exit of this device back, for ten seconds after the scan; `null` when that is not possible. */
export function useQuickUndo(entry: LedgerScan | null): (() => Promise<void>) | null {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const isOn = useFeature('undo');
  const mayUndo = useMayUndo(entry?.scan.claimed_by ?? '');
  const clock = useServerClock();
  const [endedId, setEndedId] = useState('');
  const scan = entry?.scan;
  useEffect(() => {
    if (!scan) return;
    const timer = setTimeout(setEndedId, clock.madeAt(scan) + QUICK_UNDO_MS - clock.now(), scan.id);
    return () => clearTimeout(timer);
  }, [clock, scan]);

  if (!entry || !isOn || !mayUndo || entry.undo || endedId === entry.scan.id) return null;
  if (clock.now() >= clock.madeAt(entry.scan) + QUICK_UNDO_MS) return null;
  if (entry.tally !== 'admitted' && entry.tally !== 'left') return null;
  return async () => {
    const outcome = await ledger.undo(entry.scan.id).catch(() => null);
    if (outcome?.ok) return;
    toasts.show({
      kind: 'error',
      title: i18n.t('Not taken back'),
      message: i18n.t('It is too late, or this device cannot save the undo.'),
    });
  };
}
