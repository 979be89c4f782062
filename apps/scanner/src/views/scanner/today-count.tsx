import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock, useToday } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useLedgerCounts } from '../../ledger/use-ledger-counts.ts';

/** How many entries this device has let in today, at the edge of the picture. */
export function TodayCount() {
  const i18n = useI18n();
  const zone = useVenueZone();
  const today = useLedgerCounts(useServerClock().toDevice(useToday(zone)));
  if (!today) return null;
  return <span className="app-today">{i18n.t('{count, plural, other {# in today}}', { count: today.admitted })}</span>;
}
