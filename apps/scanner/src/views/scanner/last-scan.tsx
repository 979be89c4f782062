import type { LedgerScan } from '@scantix/scan-ledger';
import { useNow } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { LedgerScanRow } from '../../ledger/ledger-scan-row.tsx';
import { formatAgo } from '../../verdict/verdict-words.ts';

/** The newest scan, with its age by the server's clock. */
export function LastScan({ entry }: { entry: LedgerScan }) {
  const i18n = useI18n();
  const clock = useServerClock();
  const zone = useVenueZone();
  // Renders again as time passes.
  useNow(1_000);
  const { claimed_at } = entry.scan;
  const now = Date.parse(claimed_at) + clock.now() - clock.madeAt(entry.scan);
  return <LedgerScanRow entry={entry} time={formatAgo(i18n, claimed_at, now, zone)} chevron />;
}
