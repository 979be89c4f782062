/** A name and its count; the bar's length is relative to the largest count. */
export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
}

/** A list of horizontal bars with their values as text. */
export function BarList({ bars, formatNumber }: { bars: readonly Bar[]; formatNumber: (value: number) => string }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="app-bars">
      {bars.map(({ key, name, value }) => (
        <li key={key}>
          <span className="app-bars__name">{name}</span>
          <b>{formatNumber(value)}</b>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect className="app-bars__ground" width={100} height={10} />
            <rect className="app-bars__bar" width={(value / largest) * 100} height={10} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
