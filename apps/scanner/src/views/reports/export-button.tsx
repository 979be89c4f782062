import { Button } from '@scantix/ui-shell/react';
import { Download } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useExportScans } from '../../ledger/use-export-scans.ts';
import { type PeriodName, periodOf } from './period.ts';

/** Saves the scans of the period as a file. */
export function ExportButton({ period }: { period: PeriodName }) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const clock = useServerClock();
  const { busy, save } = useExportScans();
  const press = () => {
    const { from, to } = periodOf(period, new Date(clock.now()), zone);
    void save('csv', { from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  };
  return (
    <Button busy={busy} icon={<Download aria-hidden />} aria-label={i18n.t('Export CSV')} onClick={press}>
      <span className="app-from-1024">{i18n.t('Export CSV')}</span>
    </Button>
  );
}
