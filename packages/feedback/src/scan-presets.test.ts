import { expect, test } from 'vitest';
import { scanVibrations } from './index.ts';

/** The pulses of a pattern: every second number is a pause. */
const pulses = (pattern: number | readonly number[]) => [pattern].flat().filter((_, at) => at % 2 === 0);

test('vibrations differ in the number of their pulses, or twofold in the length of them', () => {
  const felt = Object.entries(scanVibrations).map(([name, pattern]) => ({ name, felt: pulses(pattern) }));
  for (const one of felt) {
    for (const other of felt.slice(felt.indexOf(one) + 1)) {
      const [shorter = 0, longer = 0] = [one.felt[0] ?? 0, other.felt[0] ?? 0].toSorted((a, b) => a - b);
      const differ = one.felt.length !== other.felt.length || longer >= 2 * shorter;
      expect(differ, `${one.name} and ${other.name}`).toBe(true);
    }
  }
});
