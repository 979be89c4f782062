import { Button, EmptyState, List, Section } from '@scantix/ui-shell/react';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import type { ResultFilters } from './use-result-filters.ts';

/** What Results can show while the server cannot be reached: the scans of this device. */
export function DeviceLog({ filters, onRetry }: { filters: ResultFilters; onRetry: () => void }) {
  const wanted = filters.search.toLowerCase();
  const scans = useLedgerScans(500)?.filter(
    ({ scan, verdict }) =>
      (filters.outcome === null || verdict?.outcome === filters.outcome) &&
      `${scan.barcode} ${verdict?.ticket?.holder ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <Section title="This device only" note="The server cannot be reached">
      {scans?.length === 0 && <EmptyState title="No scan of this device matches" />}
      {scans && scans.length > 0 && (
        <List>
          {scans.map((scan) => (
            <LedgerScanRow key={scan.scan.id} entry={scan} />
          ))}
        </List>
      )}
      <Button onClick={onRetry}>Try again</Button>
    </Section>
  );
}
