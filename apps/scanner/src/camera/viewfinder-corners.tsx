const CORNERS = [
  'M1.5 19V8.5a7 7 0 0 1 7-7H19',
  'M81 1.5h10.5a7 7 0 0 1 7 7V19',
  'M98.5 81v10.5a7 7 0 0 1-7 7H81',
  'M19 98.5H8.5a7 7 0 0 1-7-7V81',
].join('');

/** Four corners that show where to hold a code, white with a dark edge. They flash once with each recorded scan. */
export function ViewfinderCorners({ scans }: { scans: number }) {
  return (
    <svg
      key={scans}
      className={`app-corners${scans > 0 ? ' app-corners--flash' : ''}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={CORNERS} vectorEffect="non-scaling-stroke" />
      <path d={CORNERS} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
