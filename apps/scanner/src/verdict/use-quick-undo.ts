import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useFeature } from '../hooks/use-feature.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useMayUndo } from '../hooks/use-right.ts';
import { useApp } from '../services/app-context.ts';

/** How long an entry or exit can be taken back without a question. */
export const QUICK_UNDO_MS = 10_000;

/** Takes an entry or exit of this device back, for ten seconds after the scan; `null` when that is not possible. */
export function useQuickUndo(entry: LedgerScan | null): (() => Promise<void>) | null {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const isOn = useFeature('undo');
  const mayUndo = useMayUndo(entry?.scan.claimed_by ?? '');
  const endsAt = entry ? Date.parse(entry.scan.claimed_at) + QUICK_UNDO_MS : 0;
  const [endedAt, setEndedAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(setEndedAt, endsAt - Date.now(), endsAt);
    return () => clearTimeout(timer);
  }, [endsAt]);

  if (!entry || !isOn || !mayUndo || entry.undo || endedAt === endsAt || Date.now() >= endsAt) return null;
  if (entry.tally !== 'admitted' && entry.tally !== 'left') return null;
  return async () => {
    const outcome = await ledger.undo(entry.scan.id).catch(() => null);
    if (outcome?.ok) return;
    toasts.show({
      kind: 'error',
      title: i18n.t('Not taken back'),
      message: i18n.t('It is too late, or this device cannot keep it.'),
    });
  };
}
