import type { I18n } from '@lingui/core';
import { translateText } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { inSentence } from './in-sentence.ts';

/** Why a scan is in quarantine, without a full stop. */
export function rejectionWords(i18n: I18n, error: LedgerScan['error']): string {
  if (!error) return i18n.t('The server rejected this scan');
  // The app's own schema has accepted the scan.
  const isOther = error.code === 'invalid_request';
  const text = isOther ? /*i18n*/ 'Its version differs from that of this app' : error.message;
  const message = translateText(i18n, text).replace(/\.$/, '');
  if (error.code === 'unreadable') return message;
  return i18n.t('The server rejected this scan: {message}', { message: inSentence(i18n, message) });
}
