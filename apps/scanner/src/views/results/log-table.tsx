import type { I18n } from '@lingui/core';
import { formatDay, startOfDay } from '@scantix/i18n';
import { type GroupedLog, lineAt } from '@scantix/scan-ledger/log';
import { type Ref, useEffect, useRef } from 'react';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useToday } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { ScanRow } from './scan-row.tsx';
import { useVirtualLines } from './use-virtual-lines.ts';

/** The log loads more when this many lines are left below the last visible one. */
const LOAD_AHEAD = 40;

interface LogTableProps {
  /** Names the list. The rows of another one are new, so that a scan in both does not move when the later one comes. */
  readonly list: string;
  readonly log: GroupedLog;
  /** Whether another log is being loaded in place of this one. */
  readonly outdated: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/**
 * The log as one table, which is laid out as a list on a phone. Only the visible rows are rendered, between spacers for
 * the others; `aria-rowindex` gives screen readers the position of each row.
 */
export function LogTable({ list, log, outdated, hasMore, onMore }: LogTableProps) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const today = useToday(zone);
  const top = useRef<HTMLTableSectionElement>(null);
  const { items, measure, above, below } = useVirtualLines(log, top);
  const nearEnd = (items.at(-1)?.index ?? 0) >= log.lineCount - LOAD_AHEAD;
  useEffect(() => {
    if (nearEnd && hasMore) onMore();
  }, [nearEnd, hasMore, onMore]);

  return (
    <table
      className="app-log"
      aria-label={i18n.t('Scans, newest first')}
      aria-busy={outdated || undefined}
      aria-rowcount={hasMore ? -1 : log.lineCount + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{i18n.t('Outcome')}</th>
          <th scope="col">{i18n.t('Who')}</th>
          <th scope="col">{i18n.t('Why')}</th>
          <th scope="col">{i18n.t('Code')}</th>
          <th scope="col">{i18n.t('Checkpoint')}</th>
          <th scope="col">{i18n.t('Clerk')}</th>
          <th scope="col">{i18n.t('Scanned')}</th>
          <th scope="col">{i18n.t('Received')}</th>
        </tr>
      </thead>
      <Spacer ref={top} height={above} />
      <tbody>
        {items.map(({ index, key: lineKey }) => {
          const line = lineAt(log, index);
          const key = `${list} ${lineKey}`;
          if (!line) return null;
          const row = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 };
          if (line.kind === 'scan')
            return <ScanRow key={key} scan={line.scan} position={line.position} zone={zone} row={row} />;
          return (
            <tr key={key} {...row} className="app-log__day">
              <th scope="row" colSpan={8}>
                {nameDay(i18n, line.start, today, zone)}
                {index === 0 && inZone(zone)}
                {!(line.isLast && hasMore) && (
                  <small>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count: line.count })}</small>
                )}
              </th>
            </tr>
          );
        })}
      </tbody>
      <Spacer height={below} />
    </table>
  );
}

/** The name of a day: today, yesterday or its date. `start` is its midnight, `today` that of the current day. */
function nameDay(i18n: I18n, start: number, today: number, zone: string | undefined): string {
  const day = formatDay(new Date(start), i18n.locale, zone);
  if (start === today) return i18n.t('Today, {day}', { day });
  return start === startOfDay(today - 1, zone) ? i18n.t('Yesterday, {day}', { day }) : day;
}

/** The space of the lines that are not rendered. */
function Spacer({ ref, height }: { ref?: Ref<HTMLTableSectionElement>; height: number }) {
  return (
    <tbody ref={ref} className="app-log__room" aria-hidden="true">
      <tr>
        <td colSpan={8} style={{ height }} />
      </tr>
    </tbody>
  );
}
