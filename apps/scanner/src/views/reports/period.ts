import { startOfDay } from '@scantix/i18n';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const PERIODS = ['hour', 'today', 'week', 'month'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** The period of a report, in epoch milliseconds; `to` is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** The width of one point of the timeline. */
  readonly stepMs: 60_000 | 300_000 | 3_600_000;
}

const WIDTHS = {
  hour: { lengthMs: HOUR_MS, stepMs: 60_000 },
  week: { lengthMs: 7 * DAY_MS, stepMs: 3_600_000 },
  month: { lengthMs: 30 * DAY_MS, stepMs: 3_600_000 },
} as const;

/** The period that ends now. Today starts at midnight. @param timeZone the venue's @default the device's */
export function periodOf(name: PeriodName, now: Date, timeZone?: string): Period {
  const to = now.getTime() + 1;
  if (name === 'today') return { from: startOfDay(now.getTime(), timeZone), to, stepMs: 300_000 };
  const { lengthMs, stepMs } = WIDTHS[name];
  return { from: to - lengthMs, to, stepMs };
}

/** The period before, of the same length. For today it is the whole of yesterday. */
export function periodBefore(name: PeriodName, { from, to, stepMs }: Period, timeZone?: string): Period {
  if (name === 'today') return { from: startOfDay(from - 1, timeZone), to: from, stepMs };
  const { lengthMs } = WIDTHS[name];
  return { from: from - lengthMs, to: to - lengthMs, stepMs };
}
