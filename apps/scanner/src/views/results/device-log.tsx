import { Button, EmptyState, List, Section } from '@scantix/ui-shell/react';
import { useI18n } from '../../i18n/use-i18n.ts';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import type { ResultFilters } from './use-result-filters.ts';

/** What Results can show while the server cannot be reached: the scans of this device. */
export function DeviceLog({ filters, onRetry }: { filters: ResultFilters; onRetry: () => void }) {
  const i18n = useI18n();
  const wanted = filters.search.toLowerCase();
  const scans = useLedgerScans(500)?.filter(
    ({ scan, verdict }) =>
      (filters.outcome === null || verdict?.outcome === filters.outcome) &&
      `${scan.barcode} ${verdict?.ticket?.holder ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <Section title={i18n.t('This device only')} note={i18n.t('The server cannot be reached')}>
      {scans?.length === 0 && <EmptyState title={i18n.t('No scan of this device matches')} />}
      {scans && scans.length > 0 && (
        <List>
          {scans.map((scan) => (
            <LedgerScanRow key={scan.scan.id} entry={scan} />
          ))}
        </List>
      )}
      <Button onClick={onRetry}>{i18n.t('Try again')}</Button>
    </Section>
  );
}
