import { useMediaQuery } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { ScanBarcode, ScanLine } from 'lucide-react';
import { BatchList } from '../desk/batch-list.tsx';
import { useBatch } from '../desk/use-batch.ts';
import { useCheckpoint } from '../hooks/use-checkpoint.ts';
import { useFeature } from '../hooks/use-feature.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import { useLedgerScans } from '../ledger/use-ledger-scans.ts';
import { useRecentCount } from '../ledger/use-recent-count.ts';
import { useApp } from '../services/app-context.ts';
import { MODE_WORDS } from '../verdict/mode-words.ts';

/** A list beside the camera, on wide screens only. A phone renders none, so that no scan makes it read the log. */
export function LiveList() {
  return useMediaQuery('(min-width: 1024px)') ? <WideList /> : null;
}

/** The last scans of this device, or those of the open batch. */
function WideList() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const takesHardware = useFeature('hardwareScanner');
  const { checkpoint } = useCheckpoint();
  const mode = useAtomValue(atoms.scanModeAtom);
  const batch = useBatch();
  const pace = useRecentCount();
  return (
    <aside className="app-live" aria-labelledby="live-title">
      <div className="app-live__ready">
        <ScanBarcode aria-hidden />
        <div>
          {takesHardware && checkpoint && <p>{i18n.t('Ready for scanner')}</p>}
          <p className="app-muted">
            {checkpoint?.name ?? i18n.t('No checkpoint')} · {i18n.t(MODE_WORDS[mode])}
          </p>
        </div>
      </div>
      <h2 id="live-title">
        {batch.isOpen ? i18n.t('Batch') : i18n.t('Live')}{' '}
        {/* Not "1 in": beside today's count that would read as one admitted. */}
        {pace ? (
          <small>
            {i18n.t('{count, plural, one {# scan} other {# scans}} in the last 5\u00a0min', { count: pace })}
          </small>
        ) : null}
      </h2>
      {batch.isOpen ? <BatchList scans={batch.scans} /> : <LastScans />}
    </aside>
  );
}

function LastScans() {
  const i18n = useI18n();
  const scans = useLedgerScans(20);
  return (
    <>
      {scans?.length === 0 && (
        <div className="app-live__empty">
          <ScanLine aria-hidden />
          <p>{i18n.t('Scans will appear here')}</p>
        </div>
      )}
      <ul>
        {scans?.map((scan) => (
          <LedgerScanRow key={scan.scan.id} entry={scan} />
        ))}
      </ul>
    </>
  );
}
