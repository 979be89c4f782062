import { exportScansAsCsv } from '@scantix/api-contract';
import { Button } from '@scantix/ui-shell/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { saveFile } from '../../format/save-file.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { type PeriodName, periodOf } from './period.ts';

/** Saves the scans of the period as a file. */
export function ExportButton({ period }: { period: PeriodName }) {
  const { api, toasts } = useApp();
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    const { from, to } = periodOf(period, new Date());
    const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const answer = await api.call(exportScansAsCsv, { query });
    setBusy(false);
    if (answer.ok) saveFile('scans.csv', answer.value);
    else {
      toasts.show({ kind: 'error', title: i18n.t('Not exported'), message: i18n.t('The server cannot be reached.') });
    }
  };

  return (
    <Button busy={busy} icon={<Download aria-hidden />} aria-label={i18n.t('Export CSV')} onClick={() => void save()}>
      <span className="app-from-600">{i18n.t('Export CSV')}</span>
    </Button>
  );
}
