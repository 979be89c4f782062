import { EmptyState, List, Section } from '@scantix/ui-shell/react';
import type { ReactNode } from 'react';
import { useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { LedgerScanRow } from '../../ledger/ledger-scan-row.tsx';
import { useLedgerScans } from '../../ledger/use-ledger-scans.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';

/**
 * The last scans of this device: five on a phone, ten on wider screens, with all columns of Results on a desk. `children`
 * stand below. They wait for the scans, which would move them.
 */
export function LastScans({ children }: { children?: ReactNode }) {
  const i18n = useI18n();
  const hasResults = useFeature('results');
  const scans = useLedgerScans(10);
  const checkpoints = useCheckpoint().config?.checkpoints ?? [];
  return (
    <>
      <Section
        title={i18n.t('Last scans')}
        {...(hasResults && { link: { href: '/results', label: i18n.t('All results') } })}
      >
        {scans === null && <Loading count={3} />}
        {scans?.length === 0 && (
          <EmptyState title={i18n.t('No scans yet')} message={i18n.t('Scans will appear here')} />
        )}
        {scans && scans.length > 0 && (
          <List className="app-last-scans">
            {scans.map((entry) => (
              <LedgerScanRow
                key={entry.scan.id}
                entry={entry}
                facts={
                  <>
                    <span className="app-fact app-mono">
                      {entry.verdict?.ticket?.holder ? visibleBarcode(entry.scan.barcode) : null}
                    </span>
                    <span className="app-fact">
                      {checkpoints.find(({ id }) => id === entry.scan.checkpoint_id)?.name ?? '–'}
                    </span>
                    <span className="app-fact">{entry.scan.claimed_by}</span>
                  </>
                }
              />
            ))}
          </List>
        )}
      </Section>
      {scans && children}
    </>
  );
}
