import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

/** A value at one position of the axis. */
export interface LinePoint {
  readonly key: string;
  /** The label on the axis. */
  readonly label: string;
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
}

const WIDTH = 560;
const HEIGHT = 160;
const AXIS_LABELS = 4;

/** A line over an area, with a dashed line to compare, a grid of whole numbers and a label at the highest point. */
export function LineChart({ description, points, before, formatNumber, peakLabel }: LineChartProps) {
  const highest = Math.max(1, ...points.map(({ value }) => value), ...before);
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
  const every = Math.max(1, Math.ceil(points.length / AXIS_LABELS));

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
      {points.map(({ key, label }, index) =>
        index % every === 0 && (index === 0 || points[index - every]?.label !== label) ? (
          <span key={key} className="app-plot__x" style={{ left: percentX(index) }}>
            {label}
          </span>
        ) : null,
      )}
      {peakLabel && (
        <>
          <i className="app-plot__dot" style={{ left: percentX(peak), top: percentY(values[peak] ?? 0) }} />
          <span
            className="app-plot__tag"
            data-side={peak < points.length / 4 ? 'start' : peak > (points.length * 3) / 4 ? 'end' : 'middle'}
            style={{ left: percentX(peak), top: percentY(values[peak] ?? 0) }}
          >
            {peakLabel}
          </span>
        </>
      )}
    </div>
  );
}
