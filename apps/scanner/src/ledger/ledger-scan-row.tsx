import { formatDateTime, formatTime, startOfDay } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { Badge, ListRow } from '@scantix/ui-shell/react';
import type { ReactNode } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useServerClock } from '../hooks/use-server-clock.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useWhy, whoOf } from '../verdict/use-row-words.ts';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import { lookOf } from '../verdict/verdict-look.ts';

interface LedgerScanRowProps {
  readonly entry: LedgerScan;
  /** The time in words. @default the time of day, with the date of another day */
  readonly time?: string;
  /** @default false */
  readonly chevron?: boolean;
  /** Further columns on wide screens. */
  readonly facts?: ReactNode;
}

/** One scan of the log of this device, as a link to its Scan Result. */
export function LedgerScanRow({ entry, time, chevron = false, facts }: LedgerScanRowProps) {
  const i18n = useI18n();
  const why = useWhy();
  const clock = useServerClock();
  const zone = useVenueZone();
  const { scan, verdict, sync, undo } = entry;
  const isUndone = undo !== undefined && undo.sync !== 'refused';
  const words = isUndone ? `${i18n.t('Undone')} · ${why(entry)}` : why(entry);
  const today = startOfDay(clock.toDevice(clock.now()), zone);
  const isToday = startOfDay(Date.parse(scan.claimed_at), zone) === today;
  const format = isToday ? formatTime : formatDateTime;
  return (
    <ListRow
      href={scanResultAddress(scan)}
      leading={<VerdictIcon outcome={verdict ? lookOf(verdict, { isUndone }) : 'undecided'} />}
      title={whoOf({ ...scan, verdict })}
      subtitle={
        <>
          <span title={words}>{words}</span>
          {facts}
        </>
      }
      chevron={chevron}
      trailing={
        <>
          <time dateTime={scan.claimed_at}>{time ?? format(scan.claimed_at, i18n.locale, zone)}</time>
          {sync !== 'sent' && <Badge>{sync === 'waiting' ? i18n.t('Waiting') : i18n.t('Needs a decision')}</Badge>}
        </>
      }
    />
  );
}
