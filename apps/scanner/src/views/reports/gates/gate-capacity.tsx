import type { I18n } from '@lingui/core';
import type { Forecast, Gate } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import { Badge } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';
import { useI18n } from '../../../hooks/use-i18n.ts';

/** From this share of the capacity on, people should be sent elsewhere. */
const NEARLY_FULL = 0.9;

/** Whether a gate is marked for how many people are behind it. */
export const isNearlyFull = ({ capacity, inside }: Gate): boolean =>
  capacity !== null && inside / capacity >= NEARLY_FULL;

/** How many people are behind a checkpoint, how many fit in, and when it is full or empty if the pace lasts. */
export function GateCapacity({ gate: { capacity, inside, forecast } }: { gate: Gate }) {
  const i18n = useI18n();
  const number = (value: number) => formatNumber(value, i18n.locale);
  if (capacity === null) {
    return <p className="app-muted">{i18n.t('Inside: {count}. No capacity is set.', { count: number(inside) })}</p>;
  }
  const words = i18n.t('Inside: {count} of {capacity}', { count: number(inside), capacity: number(capacity) });
  const warning = warningOf(i18n, inside / capacity);
  return (
    <div className="app-gate__capacity">
      <p>
        <strong>{words}</strong>
        {warning && <Badge icon={<TriangleAlert aria-hidden />}>{warning}</Badge>}
      </p>
      <progress value={Math.min(inside, capacity)} max={capacity} aria-label={words} />
      {/* Full in no time says no more than full. */}
      {forecast && forecast.to_minutes !== 0 && <p className="app-muted">{forecastWords(i18n, forecast)}</p>}
    </div>
  );
}

function warningOf(i18n: I18n, share: number): string | null {
  if (share > 1) return i18n.t('Over capacity');
  if (share >= 1) return i18n.t('Full');
  return share >= NEARLY_FULL ? i18n.t('Nearly full') : null;
}

function forecastWords(i18n: I18n, { kind, from_minutes: from, to_minutes: to }: Forecast): string {
  if (kind === 'steady') return i18n.t('No clear trend');
  if (kind === 'unknown' || from === null) return i18n.t('Too few people to forecast');
  if (kind === 'fills') {
    return to === null
      ? i18n.t('At this pace full in {from}\u00a0min at the earliest', { from })
      : i18n.t('At this pace full in {from} to {to}\u00a0min', { from, to });
  }
  return to === null
    ? i18n.t('At this pace empty in {from}\u00a0min at the earliest', { from })
    : i18n.t('At this pace empty in {from} to {to}\u00a0min', { from, to });
}
