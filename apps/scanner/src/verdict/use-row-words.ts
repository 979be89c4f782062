import type { Verdict } from '@scantix/api-contract';
import { isolated } from '@scantix/i18n';
import type { SyncState } from '@scantix/scan-ledger';
import { useI18n } from '../hooks/use-i18n.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { reasonOf, visibleBarcode } from './verdict-words.ts';

/** What an accepted scan did. */
export const DONE_WORDS = {
  entry: /*i18n*/ 'Let in',
  exit: /*i18n*/ 'Let out',
  check: /*i18n*/ 'Checked',
} as const;

interface ListedScan {
  readonly verdict: Verdict | null;
  readonly sync: SyncState;
}

/** Whom a scan in a list is of: the holder of its ticket, or its code. */
export function whoOf({ barcode, verdict }: { barcode: string; verdict: Verdict | null }): string {
  return verdict?.ticket?.holder ?? visibleBarcode(barcode);
}

/** Returns what became of a scan in a list, why, and with which ticket; times are absolute, because a list stays. */
export function useWhy(): (scan: ListedScan) => string {
  const i18n = useI18n();
  const zone = useVenueZone();
  return ({ verdict, sync }) => {
    if (verdict && !(sync === 'quarantined' && verdict.certainty === 'pending')) {
      const why = verdict.reason === 'ok' ? i18n.t(DONE_WORDS[verdict.mode]) : reasonOf(i18n, verdict, null, zone);
      return [why, ...(verdict.ticket ? [verdict.ticket.type] : [])].map(isolated).join(' · ');
    }
    return sync === 'quarantined' ? i18n.t('The server rejected this scan') : i18n.t('Waiting for the server');
  };
}
