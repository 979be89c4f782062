import type { ScanFilters } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';
import { exportLog } from '@scantix/scan-ledger/log';
import { useState } from 'react';
import { saveFile } from '../format/save-file.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

export type ExportFormat = 'csv' | 'json';

/** Saves the scans that match the filters as a file: those of the server, or of this device if it cannot be reached. */
export function useExportScans() {
  const { api, ledger, toasts } = useApp();
  const i18n = useI18n();
  const [busy, setBusy] = useState<ExportFormat | null>(null);

  async function save(format: ExportFormat, filters: ScanFilters) {
    const log = await exportLog({ api, ledger, format, filters });
    if (log.kind === 'server') return saveFile(`scans.${format}`, log.file);
    if (log.kind === 'refused') {
      toasts.show({
        kind: 'error',
        title: i18n.t('Not exported'),
        message: translateText(i18n, log.message),
      });
      return;
    }
    saveFile(`scans-of-this-device.${format}`, log.file);
    toasts.show({
      kind: 'info',
      title: i18n.t('This device only'),
      message: i18n.t('The server cannot be reached.'),
    });
  }

  return {
    busy,
    save: async (format: ExportFormat, filters: ScanFilters) => {
      setBusy(format);
      try {
        await save(format, filters);
      } catch {
        // The log of this device cannot be read. The status strip says why.
        toasts.show({ kind: 'error', title: i18n.t('Not exported') });
      } finally {
        setBusy(null);
      }
    },
  };
}
