import { readFileSync } from 'node:fs';
import { indigo, indigoDark, slate, slateDark } from '@radix-ui/colors';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const darkAt = css.indexOf('.dark {');

function declarations(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(--stx-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const light = declarations(css.slice(0, css.indexOf('@media (min-width: 600px)')));
const dark = { ...light, ...declarations(css.slice(darkAt, css.indexOf('@media (prefers-reduced-motion'))) };

/** The hexadecimal value of a token, its references followed. */
function colorOf(tokens: Record<string, string>, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`No token ${name}`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference ? colorOf(tokens, reference) : value;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each([
  ['slate', light, slate],
  ['indigo', light, indigo],
  ['slate', dark, slateDark],
  ['indigo', dark, indigoDark],
] as const)('the steps of %s are those of Radix Colors', (name, tokens, scale) => {
  for (const [step, value] of Object.entries(scale)) {
    expect(tokens[`--stx-${name}-${step.slice(name.length)}`], step).toBe(value);
  }
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('in the %s theme', (_name, tokens) => {
  const between = (one: string, other: string) =>
    contrast(colorOf(tokens, `--stx-${one}`), colorOf(tokens, `--stx-${other}`));

  test.each([
    ['text', 'bg'],
    ['text', 'surface'],
    ['text', 'sunken'],
    ['text', 'pressed'],
    ['muted', 'bg'],
    ['muted', 'surface'],
    ['muted', 'sunken'],
    ['accent-text', 'bg'],
    ['accent-text', 'surface'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['accent-soft-text', 'accent-soft'],
    ['on-inverse', 'inverse'],
    ['on-cam', 'cam'],
    ['cam-muted', 'cam'],
    ['cam-accent', 'cam'],
  ])('%s on %s can be read (4.5:1)', (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['line-strong', 'bg'],
    ['line-strong', 'surface'],
    ['focus', 'bg'],
    ['focus', 'surface'],
  ])('%s on %s can be made out (3:1)', (line, ground) => {
    expect(between(line, ground)).toBeGreaterThanOrEqual(3);
  });

  test.each(['accepted', 'attention', 'refused', 'undecided'])(
    'the verdict %s can be read at a glance (7:1)',
    (verdict) => {
      expect(between(`on-${verdict}`, verdict)).toBeGreaterThanOrEqual(7);
      expect(colorOf(tokens, `--stx-${verdict}`)).toBe(colorOf(light, `--stx-${verdict}`));
    },
  );
});

test('reduced motion stops every motion token', () => {
  const motion = ['press', 'fade', 'toast', 'sheet', 'tooltip'];
  const reduced = declarations(css.slice(css.indexOf('@media (prefers-reduced-motion')));
  expect(reduced).toEqual(Object.fromEntries(motion.map((name) => [`--stx-${name}`, '0ms'])));
});
