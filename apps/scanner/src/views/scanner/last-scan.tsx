import type { LedgerScan } from '@scantix/scan-ledger';
import { useNow } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { LedgerScanRow } from '../../ledger/ledger-scan-row.tsx';
import { formatAgo } from '../../verdict/verdict-words.ts';

/** The newest scan, with its age. */
export function LastScan({ entry }: { entry: LedgerScan }) {
  const i18n = useI18n();
  return <LedgerScanRow entry={entry} time={formatAgo(i18n, entry.scan.claimed_at, useNow(1_000))} chevron />;
}
