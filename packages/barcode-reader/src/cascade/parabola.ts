/** Creates the fit of a stiff parabola to weighted values at positions between -1 and 1. */
export function createParabola() {
  /** Sums of the weights times powers of the position, and of those times the values. */
  const moments = [0, 0, 0, 0, 0];
  const products = [0, 0, 0];
  return {
    add(position: number, value: number, weight: number) {
      for (let power = 0; power < 5; power++) moments[power] = (moments[power] as number) + weight * position ** power;
      for (let power = 0; power < 3; power++) {
        products[power] = (products[power] as number) + weight * value * position ** power;
      }
    },
    solve(): (position: number) => number {
      const [m0, m1, m2, m3, m4] = moments as [number, number, number, number, number];
      const [p0, p1, p2] = products as [number, number, number];
      const bend = m4 + stiffness * m0;
      const determinant = m0 * (m2 * bend - m3 * m3) - m1 * (m1 * bend - m3 * m2) + m2 * (m1 * m3 - m2 * m2);
      const a = p0 * (m2 * bend - m3 * m3) - m1 * (p1 * bend - m3 * p2) + m2 * (p1 * m3 - m2 * p2);
      const b = m0 * (p1 * bend - p2 * m3) - p0 * (m1 * bend - m3 * m2) + m2 * (m1 * p2 - p1 * m2);
      const c = m0 * (m2 * p2 - m3 * p1) - m1 * (m1 * p2 - m2 * p1) + p0 * (m1 * m3 - m2 * m2);
      return (position) => (a + (b + c * position) * position) / determinant;
    },
  };
}

/** The weight of a flat line, as a share of all weights. */
const stiffness = 0.05;
