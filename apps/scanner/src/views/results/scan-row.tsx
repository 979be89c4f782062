import { formatDateTime, formatExactTime, startOfDay } from '@scantix/i18n';
import type { LoggedScan, LogLine } from '@scantix/scan-ledger/log';
import { Badge, Link } from '@scantix/ui-shell/react';
import { Flag, Hourglass, TriangleAlert, Undo2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { rejectionWords } from '../../format/rejection-words.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { scanResultAddress } from '../../navigation/scan-result-address.ts';
import { useWhy, whoOf } from '../../verdict/use-row-words.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { lookOf } from '../../verdict/verdict-look.ts';
import { LOOK_WORDS, visibleBarcode } from '../../verdict/verdict-words.ts';

interface ScanRowProps {
  readonly scan: LoggedScan;
  readonly position: Extract<LogLine, { kind: 'scan' }>['position'];
  /** The venue's, where the device has another one. */
  readonly zone: string | undefined;
  /** Attributes for the row, set by the virtual list. */
  readonly row: ComponentProps<'tr'>;
}

/** One scan of the log. Only exceptions have a badge. */
export function ScanRow({ scan, position, zone, row }: ScanRowProps) {
  const i18n = useI18n();
  const who = whoOf(scan);
  const why = useWhy()(scan);
  const { barcode, checkpoint, claimedAt, clerk, receivedAt, verdict } = scan;
  const look = verdict ? lookOf(verdict, { isUndone: scan.undone }) : 'undecided';
  const marks = marksOf(scan);
  const rejected = scan.sync === 'quarantined' && rejectionWords(i18n, scan.error);
  const isOpen = !verdict || verdict.certainty === 'pending';
  const words = rejected && isOpen ? rejected : [why, rejected].filter(Boolean).join(' · ');
  const received = receivedAt && i18n.t('Received {time}', { time: formatDateTime(receivedAt, i18n.locale, zone) });
  return (
    <tr {...row} className="app-log__scan" data-position={position}>
      <td className="app-log__outcome">
        <VerdictIcon outcome={look} decorative />
        <span>{i18n.t(LOOK_WORDS[look])}</span>
      </td>
      <td className="app-log__who" title={who}>
        <Link href={scanResultAddress(scan)}>{who}</Link>
      </td>
      <td className="app-log__why" title={words}>
        {words}
      </td>
      <td className="app-log__code app-mono">{visibleBarcode(barcode)}</td>
      <td className="app-log__checkpoint" title={checkpoint}>
        {checkpoint || '–'}
      </td>
      <td className="app-log__clerk">{clerk}</td>
      <td className="app-log__time">
        <time dateTime={claimedAt} title={received ?? undefined}>
          {formatExactTime(claimedAt, i18n.locale, zone)}
        </time>
      </td>
      <td className="app-log__sync">
        {marks.map(({ key, icon, words: mark }) => (
          <Badge key={key} icon={icon}>
            {i18n.t(mark)}
          </Badge>
        ))}
        {receivedAt && marks.every(({ key }) => key === 'undone') && (
          <time dateTime={receivedAt}>{receivedWords(claimedAt, receivedAt, i18n.locale, zone)}</time>
        )}
      </td>
    </tr>
  );
}

/** The received time; with its date if the day differs from the claimed time's. */
function receivedWords(claimedAt: string, receivedAt: string, locale: string, zone: string | undefined): string {
  const dayOf = (at: string) => startOfDay(Date.parse(at), zone);
  const format = dayOf(claimedAt) === dayOf(receivedAt) ? formatExactTime : formatDateTime;
  return format(receivedAt, locale, zone);
}

interface Mark {
  readonly key: string;
  readonly icon: ReactNode;
  /** A message id. */
  readonly words: string;
}

function marksOf({ sync, conflict, undone, marked }: LoggedScan): Mark[] {
  const marks: Mark[] = [];
  if (sync === 'waiting') marks.push({ key: sync, icon: <Hourglass aria-hidden />, words: /*i18n*/ 'Waiting' });
  if (sync === 'quarantined') {
    marks.push({ key: sync, icon: <TriangleAlert aria-hidden />, words: /*i18n*/ 'Needs a decision' });
  }
  if (conflict === 'open') {
    marks.push({ key: 'conflict', icon: <TriangleAlert aria-hidden />, words: /*i18n*/ 'Conflict' });
  }
  if (conflict === 'acknowledged') {
    marks.push({ key: 'conflict', icon: <TriangleAlert aria-hidden />, words: /*i18n*/ 'Resolved' });
  }
  if (undone) marks.push({ key: 'undone', icon: <Undo2 aria-hidden />, words: /*i18n*/ 'Undone' });
  if (marked) marks.push({ key: 'marked', icon: <Flag aria-hidden />, words: /*i18n*/ 'Marked' });
  return marks;
}
