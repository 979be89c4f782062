import type { I18n } from '@lingui/core';
import { formatDay } from '@scantix/i18n';
import { type GroupedLog, lineAt } from '@scantix/scan-ledger/log';
import { type Ref, useEffect, useRef } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { ScanRow } from './scan-row.tsx';
import { useVirtualLines } from './use-virtual-lines.ts';

/** So many lines before its end the log asks for more. */
const AHEAD = 40;

/**
 * The log as one table, which lays itself out as rows on a phone. Only the rows in sight are there; what the others
 * would take stands as room above and below, and the rows are counted for those who do not see it.
 */
export function LogTable({ log, hasMore, onMore }: { log: GroupedLog; hasMore: boolean; onMore: () => void }) {
  const i18n = useI18n();
  const top = useRef<HTMLTableSectionElement>(null);
  const { items, measure, above, below } = useVirtualLines(log, top);
  const nearEnd = (items.at(-1)?.index ?? 0) >= log.lineCount - AHEAD;
  useEffect(() => {
    if (nearEnd && hasMore) onMore();
  }, [nearEnd, hasMore, onMore]);

  return (
    <table
      className="app-log"
      aria-label={i18n.t('Scans, newest first')}
      aria-rowcount={hasMore ? -1 : log.lineCount + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{i18n.t('Outcome')}</th>
          <th scope="col">{i18n.t('Who or why')}</th>
          <th scope="col">{i18n.t('Ticket')}</th>
          <th scope="col">{i18n.t('Code')}</th>
          <th scope="col">{i18n.t('Checkpoint')}</th>
          <th scope="col">{i18n.t('Clerk')}</th>
          <th scope="col">{i18n.t('Scanned')}</th>
          <th scope="col">{i18n.t('Received')}</th>
        </tr>
      </thead>
      <Room ref={top} height={above} />
      <tbody>
        {items.map(({ index, key }) => {
          const line = lineAt(log, index);
          if (!line) return null;
          const row = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 };
          if (line.kind === 'scan') return <ScanRow key={key} scan={line.scan} position={line.position} row={row} />;
          return (
            <tr key={key} {...row} className="app-log__day">
              <th scope="row" colSpan={8}>
                {nameDay(i18n, line.start)}
                {!(line.isLast && hasMore) && (
                  <small>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count: line.count })}</small>
                )}
              </th>
            </tr>
          );
        })}
      </tbody>
      <Room height={below} />
    </table>
  );
}

/** A day as people say it; `start` is its midnight. */
function nameDay(i18n: I18n, start: number): string {
  const day = formatDay(new Date(start), i18n.locale);
  const today = new Date().setHours(0, 0, 0, 0);
  if (start === today) return i18n.t('Today, {day}', { day });
  // Any hour of the day before, however long it was.
  return start === new Date(today - 1).setHours(0, 0, 0, 0) ? i18n.t('Yesterday, {day}', { day }) : day;
}

/** The height of the lines that are not there. */
function Room({ ref, height }: { ref?: Ref<HTMLTableSectionElement>; height: number }) {
  return (
    <tbody ref={ref} className="app-log__room" aria-hidden="true">
      <tr>
        <td colSpan={8} style={{ height }} />
      </tr>
    </tbody>
  );
}
