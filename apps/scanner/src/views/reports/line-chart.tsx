import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';

/** A value at one position of the axis. */
export interface LinePoint {
  readonly key: string;
  /** The label on the axis. */
  readonly label: string;
  /** In the zone of the label. */
  readonly minuteOfDay: number;
  readonly value: number;
}

export interface LineChartProps {
  /** The text alternative of the chart. */
  readonly description: string;
  readonly points: readonly LinePoint[];
  /** A second series over the same axis, drawn dashed. */
  readonly before: readonly number[];
  readonly formatNumber: (value: number) => string;
  /** The label of the highest point; `null` for none. */
  readonly peakLabel: string | null;
  /** Shown between the axes where there are no values. */
  readonly children?: ReactNode;
}

const WIDTH = 560;
const HEIGHT = 160;
const AXIS_LABELS = 5;
/** The scale of a chart without values. */
const EMPTY_HIGHEST = 4;

/** A line over an area, with a dashed line to compare, a grid of whole numbers and a label at the highest point. Its labels are at round times. */
export function LineChart({ description, points, before, formatNumber, peakLabel, children }: LineChartProps) {
  const highest = Math.max(children ? EMPTY_HIGHEST : 1, ...points.map(({ value }) => value), ...before);
  const y = scaleLinear().domain([0, highest]).nice(3).range([HEIGHT, 0]);
  const ticks = y.ticks(3).filter(Number.isInteger);
  const x = scaleLinear()
    .domain([0, Math.max(1, points.length - 1)])
    .range([0, WIDTH]);
  const values = points.map(({ value }) => value);
  const drawLine = line<number>(
    (_, index) => x(index),
    (value) => y(value),
  );
  const drawArea = area<number>(
    (_, index) => x(index),
    HEIGHT,
    (value) => y(value),
  );
  const peak = values.indexOf(Math.max(...values));
  const percentX = (index: number) => `${(x(index) / WIDTH) * 100}%`;
  const percentY = (value: number) => `${(y(value) / HEIGHT) * 100}%`;
  const minutes = points.map(({ minuteOfDay }) => minuteOfDay);
  const labelled = axisTicks(minutes, AXIS_LABELS).flatMap((index) =>
    points.slice(index, index + 1).map((point) => ({ ...point, index })),
  );

  return (
    <div className="app-plot" role="img" aria-label={description}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <path key={tick} className="app-plot__grid" d={`M0 ${y(tick)}H${WIDTH}`} />
        ))}
        <path className="app-plot__area" d={drawArea(values) ?? ''} />
        <path className="app-plot__before" d={drawLine(before.slice(0, points.length)) ?? ''} />
        <path className="app-plot__line" d={drawLine(values) ?? ''} />
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className="app-plot__y" style={{ top: percentY(tick) }}>
          {formatNumber(tick)}
        </span>
      ))}
      {labelled.map(({ key, label, index }) => (
        <span
          key={key}
          className="app-plot__x"
          data-side={sideOf(index, points.length)}
          style={{ left: percentX(index) }}
        >
          {label}
        </span>
      ))}
      {children && <div className="app-plot__none">{children}</div>}
      {peakLabel && (
        <>
          <i className="app-plot__dot" style={{ left: percentX(peak), top: percentY(values[peak] ?? 0) }} />
          <span
            className="app-plot__tag"
            style={{ left: percentX(peak), top: percentY(values[peak] ?? 0), translate: `-${percentX(peak)} -100%` }}
          >
            {peakLabel}
          </span>
        </>
      )}
    </div>
  );
}

/** Labels at the ends stay inside. */
function sideOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index < count * 0.04) return 'start';
  return index > count * 0.96 ? 'end' : 'middle';
}

const INTERVALS_MIN = [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];

/**
 * The points that get a label: those at round times, the closest of which at most `max` fit. Of a period of days it is
 * every first, second or third midnight.
 * @param minutes the minute of the day of each point
 */
export function axisTicks(minutes: readonly number[], max: number): number[] {
  const at = (interval: number) => minutes.flatMap((minute, index) => (minute % interval === 0 ? [index] : []));
  const interval = INTERVALS_MIN.find((candidate) => at(candidate).length <= max);
  if (interval !== undefined) return at(interval);
  const days = at(1440);
  const every = Math.ceil(days.length / max);
  return days.filter((_, index) => index % every === 0);
}
