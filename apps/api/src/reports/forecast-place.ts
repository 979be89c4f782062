import type { Forecast, Gate } from '@scantix/api-contract';

/** Fewer visitors in the window than this tell nothing. */
const MIN_VISITORS = 10;
/** Four of five cases of a normal distribution lie within so many standard deviations. */
const SPREAD = 1.28;
/** Nobody plans by a forecast of later than this: it is told as at the earliest then. */
const MAX_MINUTES = 720;

/**
 * When a place is full or empty if the pace of the last minutes lasts. Visitors that come independently of each other vary by the root of
 * their number, so a small number gives a wide span. Pure. `null`: there is nothing to forecast.
 */
export function forecastPlace(
  { capacity, inside, entered, left }: Pick<Gate, 'capacity' | 'inside' | 'entered' | 'left'>,
  minutes: number,
): Forecast | null {
  if (capacity === null || inside > capacity) return null;
  const none = { from_minutes: null, to_minutes: null };
  if (entered + left < MIN_VISITORS) return { kind: 'unknown', ...none };
  const perMinute = (entered - left) / minutes;
  const spread = (SPREAD * Math.sqrt(entered + left)) / minutes;
  const [slowest, fastest] = [Math.abs(perMinute) - spread, Math.abs(perMinute) + spread];
  if (slowest <= 0) return { kind: 'steady', ...none };
  const visitors = perMinute > 0 ? capacity - inside : inside;
  const from = Math.min(Math.floor(visitors / fastest), MAX_MINUTES);
  const to = Math.ceil(visitors / slowest);
  return { kind: perMinute > 0 ? 'fills' : 'empties', from_minutes: from, to_minutes: to > MAX_MINUTES ? null : to };
}
