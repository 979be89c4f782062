import { exportScansAsCsv, exportScansAsJson, type ScanFilters } from '@scantix/api-contract';
import { exportLog, type LogFilters } from '@scantix/scan-ledger/log';
import { useState } from 'react';
import { failureWords } from '../format/failure-words.ts';
import { saveFile } from '../format/save-file.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

export type ExportFormat = 'csv' | 'json';

/**
 * Saves the scans that match the filters as a file: those of the server, or of this device if it cannot be reached or does
 * not have them.
 */
export function useExportScans() {
  const { api, atoms, ledger, store, toasts } = useApp();
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);

  async function save(format: ExportFormat, filters: LogFilters) {
    const call = format === 'csv' ? exportScansAsCsv : exportScansAsJson;
    const askServer = (body: ScanFilters) => api.call(call, { body });
    const clerk = store.get(atoms.userAtom)?.id;
    const log = await exportLog({ askServer, ledger, format, filters });
    // The file has names, and the device may be in other hands by now.
    if (store.get(atoms.userAtom)?.id !== clerk) return;
    if (log.kind === 'server') {
      saveFile(`scans.${format}`, log.file);
      const { unsent: count } = log;
      if (count === 0) return;
      toasts.show({
        kind: 'info',
        title: i18n.t('{count, plural, one {# unsent scan is} other {# unsent scans are}} not in the file', { count }),
      });
      return;
    }
    if (log.kind === 'refused') {
      toasts.show({
        kind: 'error',
        title: i18n.t('Not exported'),
        message: failureWords(i18n, log.failure),
      });
      return;
    }
    saveFile(`scans-of-this-device.${format}`, log.file);
    if (log.failure === null) return;
    toasts.show({
      kind: 'info',
      title: i18n.t('This device only'),
      message: failureWords(i18n, log.failure),
    });
  }

  return {
    busy,
    save: async (format: ExportFormat, filters: LogFilters) => {
      setBusy(true);
      try {
        await save(format, filters);
      } catch {
        // The log of this device cannot be read. The status strip says why.
        toasts.show({ kind: 'error', title: i18n.t('Not exported') });
      } finally {
        setBusy(false);
      }
    },
  };
}
