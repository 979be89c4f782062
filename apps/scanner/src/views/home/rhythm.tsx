import { formatNumber, formatTime } from '@scantix/i18n';
import type { ScanLedger } from '@scantix/scan-ledger';
import { createDayRhythm } from '@scantix/scan-ledger/log';
import { useNow } from '@scantix/ui-shell/react';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useLedgerValue } from '../../ledger/use-ledger-value.ts';
import { useApp } from '../../services/app-context.ts';

const WIDTH = 100;
const HEIGHT = 28;
/** Fewer make a zigzag, not a curve. */
const MIN_QUARTERS = 6;

/** The pace of scans, its peak and a chart of the day; nothing on a day without scans. */
export function Rhythm({ since, timeZone }: { since: number; timeZone: string | undefined }) {
  const i18n = useI18n();
  const rhythm = useDayRhythm(since);
  if (!rhythm?.peak) return null;
  const { perMinute, peak, quarters } = rhythm;
  const drawn = quarters.length >= MIN_QUARTERS;
  return (
    <>
      {drawn && (
        <svg className="app-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={drawLine([0, ...quarters])} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <span className="app-stat__when">
        <b>
          {i18n.t('{count} in the last 5\u00a0min', { count: formatNumber(Math.round(perMinute * 5), i18n.locale) })}
        </b>{' '}
        {drawn && (
          <span>{i18n.t('busiest at {time}', { time: formatTime(new Date(peak.at), i18n.locale, timeZone) })}</span>
        )}
      </span>
    </>
  );
}

function useDayRhythm(since: number) {
  const { ledger } = useApp();
  const now = useNow(30_000);
  const read = useMemo(() => createDayRhythm({ since, count: (range) => countScans(ledger, range) }), [ledger, since]);
  // Also read again as time passes, because the pace falls without scans.
  return useLedgerValue(useCallback(() => read(now), [read, now]));
}

async function countScans(ledger: ScanLedger, range: { since: number; until: number }): Promise<number> {
  return Object.values(await ledger.count(range)).reduce((sum, count) => sum + count, 0);
}

function drawLine(values: readonly number[]): string {
  const highest = Math.max(...values);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)} ${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
