import { expect, test } from 'vitest';
import { isolated } from './index.ts';

test.each([
  ['a Hebrew name', 'שער 3'],
  ['an Arabic name', 'بوابة الميناء'],
  ['a name of both directions', 'Gate א'],
  ['a name in letters beyond 16 bits', '\u{1e900}\u{1e901}'],
])('%s is isolated from what stands beside it', (_what, name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Gate A, harbour', 'Zoë Żółć', 'Ворота 3', '東京', '12', ''])('%j stays as it is', (name) => {
  expect(isolated(name)).toBe(name);
});

test.each([
  ['an override', 'VIP \u202egate', 'VIP gate'],
  ['an embedding that is closed', '\u202bGate\u202c', 'Gate'],
  ['the end of an isolation', 'שער\u2069\u202e3', '\u2068שער3\u2069'],
])('%s turns nothing round', (_what, name, shown) => {
  expect(isolated(name)).toBe(shown);
});
