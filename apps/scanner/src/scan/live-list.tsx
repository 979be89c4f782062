import { useAtomValue } from 'jotai';
import { ScanBarcode } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useI18n } from '../i18n/use-i18n.ts';
import { MODE_WORDS } from '../verdict/verdict-facts.ts';
import { LedgerScanRow } from './ledger-scan-row.tsx';
import { useLedgerScans } from './use-ledger-scans.ts';
import { useScanPlace } from './use-scan-place.ts';

/** Beside the camera at a desk: what was scanned last on this device. */
export function LiveList() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const { checkpoint } = useScanPlace();
  const mode = useAtomValue(atoms.scanModeAtom);
  const scans = useLedgerScans(20);
  return (
    <aside className="app-live" aria-labelledby="live-title">
      <div className="app-live__ready">
        <ScanBarcode aria-hidden />
        <div>
          <p>{i18n.t('Ready to scan')}</p>
          <p className="app-muted">
            {checkpoint?.name ?? i18n.t('No checkpoint')} · {i18n.t(MODE_WORDS[mode])}
          </p>
        </div>
      </div>
      <h2 id="live-title" className="app-section-title">
        {i18n.t('Live')}
      </h2>
      {scans?.length === 0 && (
        <p className="app-muted app-live__empty">{i18n.t('Scans of this device appear here.')}</p>
      )}
      <ul>
        {scans?.map((scan) => (
          <LedgerScanRow key={scan.scan.id} entry={scan} />
        ))}
      </ul>
    </aside>
  );
}
