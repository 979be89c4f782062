import { sweepDeviceData } from '@scantix/scan-ledger/device-data';
import type { StartServices } from '../services/services.ts';
import { noteOnlyLanguage } from '../start-only-language.ts';
import { isWiping, PAGE_LOCK, WIPE_KEY } from './is-wiping.ts';
import { obeyOrder } from './obey-order.ts';
import { reportCarriedOut } from './report-wipe.ts';

const SWEEP_EVERY_MS = 3_600_000;

/**
 * Deletes what is too old on this device, now and once an hour, whoever is signed in; hears the order to wipe it; reports a wipe;
 * leaves this page for a wipe that another tab has begun; and notes for the next first paint whether languages are offered.
 */
export function careForDevice(services: StartServices): void {
  const { answers, configuration, logger, signedInApp, translator } = services;
  const leaveIfWiping = () => isWiping() && window.location.replace('/login');
  leaveIfWiping();
  noteOnlyLanguage(translator.offersLanguages);
  // Held until this page is gone: a wipe waits for that. A browser that blocks storage refuses locks, and has nothing to wipe.
  navigator.locks?.request(PAGE_LOCK, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  const sweep = async () => {
    const keepTicketsForMs = signedInApp()?.services.scannerConfig.current()?.snapshot_expires_after_ms;
    try {
      const { deleted, forgotten, tickets } = await sweepDeviceData(keepTicketsForMs ? { keepTicketsForMs } : {});
      if (deleted + forgotten === 0 && !tickets) return;
      const properties = { deleted, forgotten, tickets };
      logger.log({ name: 'device_data_swept', category: 'system', module: 'scanner', properties });
    } catch (cause) {
      logger.log({
        ...{ name: 'device_data_not_swept', level: 'warn', category: 'system', module: 'scanner' },
        properties: { cause },
      });
    }
  };
  const report = () => void reportCarriedOut(configuration.apiBaseUrl).catch(() => {});
  // Also where the session has just ended, or did not come back.
  answers.onOrder = async () => {
    if (answers.order) await obeyOrder((await services.loadSignedInApp()).services, answers.order);
  };
  answers.onOrder();
  window.addEventListener('storage', ({ key }) => {
    if (key === WIPE_KEY) leaveIfWiping();
  });
  window.addEventListener('online', report);
  setInterval(() => void sweep(), SWEEP_EVERY_MS);
  void sweep();
  report();
}
