import { type ApiOutcome, exportScansAsCsv, exportScansAsJson, type ScanFilters } from '@scantix/api-contract';
import { useState } from 'react';
import { saveFile } from '../format/save-file.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { translateText } from '../i18n/translate-text.ts';
import { matchesFilters } from '../scan/matches-filters.ts';
import { useApp } from '../services/app-context.ts';

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

export type ExportFormat = keyof typeof MEDIA_TYPES;

/** Saves the scans that pass the filters as a file: the server's, or while it cannot be reached those of this device. */
export function useExportScans() {
  const { api, ledger, toasts } = useApp();
  const i18n = useI18n();
  const [busy, setBusy] = useState<ExportFormat | null>(null);

  async function save(format: ExportFormat, query: ScanFilters) {
    const answer: ApiOutcome<Blob> = await api.call(format === 'csv' ? exportScansAsCsv : exportScansAsJson, { query });
    if (answer.ok) return saveFile(`scans.${format}`, answer.value);
    if (answer.failure.kind === 'refused') {
      toasts.show({
        kind: 'error',
        title: i18n.t('Not exported'),
        message: translateText(i18n, answer.failure.message),
      });
      return;
    }
    const text = await ledger.exportScans({ format, filter: (scan) => matchesFilters(scan, query) });
    saveFile(`scans-of-this-device.${format}`, new Blob([text], { type: MEDIA_TYPES[format] }));
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
        // The scans of this device cannot be read: the line under the header says why.
        toasts.show({ kind: 'error', title: i18n.t('Not exported') });
      } finally {
        setBusy(null);
      }
    },
  };
}
