import { expect, test } from 'vitest';
import { createBurstDetector, type Keystroke } from './burst-detector.ts';

type Stroke = string | ({ key: string; gapMs?: number; altGraph?: boolean } & Partial<Omit<Keystroke, 'key'>>);

/** Presses keys 10 ms apart, or after the gap of each. */
function press(...strokes: Stroke[]) {
  const detector = createBurstDetector();
  let timeStamp = 1000;
  return strokes.map((stroke) => {
    const { gapMs = 10, altGraph = false, ...rest } = typeof stroke === 'string' ? { key: stroke } : stroke;
    timeStamp += gapMs;
    const modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
    const plain = { ...modifiers, getModifierState: () => altGraph, isComposing: false, repeat: false };
    return detector.press({ ...plain, ...rest, timeStamp });
  });
}

const keys = (text: string): string[] => Array.from(text);
const shifted = (text: string): Stroke[] => keys(text).map((key) => ({ key, shiftKey: true }));
const slowly = (text: string, gapMs: number): Stroke[] => keys(text).map((key) => ({ key, gapMs }));
const burstsOf = (...strokes: Stroke[]) =>
  press(...strokes).flatMap((answer) => (answer.step === 'ends' ? [answer.burst.text] : []));

test('a burst ended by Enter is a code, and says how fast it came', () => {
  const steps = press(...keys('HL-1'), { key: 'Enter', gapMs: 50 });
  expect(steps.map(({ step }) => step)).toEqual(['first', 'more', 'more', 'more', 'ends']);
  expect(steps.at(-1)).toEqual({ step: 'ends', burst: { text: 'HL-1', length: 4, slowestGapMs: 50 } });
});

test.each<[string, Stroke[], (string | null)[]]>([
  ['ended by Tab', [...keys('12345'), 'Tab'], ['12345']],
  ['of 50 ms a key', [...slowly('12345', 50), { key: 'Enter', gapMs: 50 }], ['12345']],
  ['with Shift before its letters', ['Shift', 'H', 'Shift', 'L', '-', '2', 'Enter'], ['HL-2']],
  ['with spaces and signs', [...keys('A B/?%#'), 'Enter'], ['A B/?%#']],
  ['in letters beyond ASCII', [...keys('äß日本'), 'Enter'], ['äß日本']],
  [
    'with a third-level sign by AltGr',
    [...keys('ab'), { key: '@', altKey: true, ctrlKey: true, altGraph: true }, 'c', 'Enter'],
    ['ab@c'],
  ],
  ['with a third-level sign by Option', [...keys('ab'), { key: '@', altKey: true }, 'c', 'Enter'], ['ab@c']],
  ['with GS as Ctrl and a bracket', [...keys('0104'), { key: ']', ctrlKey: true }, '1', 'Enter'], ['0104\u001d1']],
  [
    'after another, in a row',
    [...keys('AAAA'), 'Enter', ...keys('BBBB'), 'Enter', ...keys('CCCC'), 'Tab'],
    ['AAAA', 'BBBB', 'CCCC'],
  ],
  ['right behind a person', [...slowly('abc', 90), ...slowly('1', 90), ...keys('234'), 'Enter'], ['1234']],
])('a burst %s is taken whole', (_, strokes, codes) => {
  expect(burstsOf(...strokes)).toEqual(codes);
});

test.each<[string, Stroke[]]>([
  ['a person', [...slowly('HL-2026', 120), { key: 'Enter', gapMs: 200 }]],
  ['a fast person', [...slowly('HL-2026', 51), { key: 'Enter', gapMs: 51 }]],
  [
    'a person whose fingers roll',
    [...slowly('th', 20), ...slowly('e', 80), ...slowly('re', 20), { key: 'Enter', gapMs: 30 }],
  ],
  ['three characters', [...keys('123'), 'Enter']],
  ['Enter alone', ['Enter']],
  ['a burst whose end is late', [...keys('12345'), { key: 'Enter', gapMs: 51 }]],
  ['a burst without an end', keys('1234567890')],
  ['a held key', ['a', ...Array.from({ length: 9 }, () => ({ key: 'a', gapMs: 30, repeat: true })), 'Enter']],
  ['an input method', [...keys('nihao').map((key) => ({ key, isComposing: true })), 'Enter']],
  ['shortcuts', [...keys('acvx').map((key) => ({ key, metaKey: true, gapMs: 120 })), 'Enter']],
  ['Ctrl and letters', [...keys('acvx').map((key) => ({ key, ctrlKey: true })), 'Enter']],
  ['Alt and digits', [...keys('0169').map((key) => ({ key, altKey: true, gapMs: 120 })), 'Enter']],
  ['arrows', [...Array.from({ length: 4 }, () => ({ key: 'ArrowDown', gapMs: 120 })), 'Enter']],
])('%s passes untouched', (_, strokes) => {
  expect(press(...strokes).filter(({ step }) => step === 'hold' || step === 'ends')).toEqual([]);
});

test.each(['Dead', 'F8', 'Backspace', 'Unidentified', 'Process'])(
  'a burst with %s in it presses nothing and is no code: half of one would be another',
  (key) => {
    expect(burstsOf(...keys('0104'), key, ...keys('1234'), 'Enter')).toEqual([null]);
  },
);

test.each<[string, Stroke[]]>([
  ['a dead key first', ['Dead', ...keys('A9999')]],
  ['the digits of a keypad without NumLock first', ['End', 'ArrowDown', ...keys('ABCD')]],
  ['keys of a keypad without NumLock behind one letter', ['A', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft']],
  ['keys of a keypad without NumLock alone', ['End', 'ArrowDown', 'PageDown', 'ArrowLeft']],
  ['Alt and digits alone, as some scanners send each character', keys('0169').map((key) => ({ key, altKey: true }))],
  ['a key that the system takes for a held one', [...keys('11'), { key: '1', repeat: true }, ...keys('2345')]],
  ['a key that an input method took', [...keys('AB'), { key: 'C', isComposing: true }, ...keys('DEFG')]],
])('a burst with %s presses nothing and is no code', (_, strokes) => {
  expect(burstsOf(...strokes, 'Enter')).toEqual([null]);
});

test.each<[string, Stroke]>([
  ['a function key', 'F9'],
  ['Escape', 'Escape'],
  ['STX as Ctrl and B', { key: 'b', ctrlKey: true }],
])('a burst behind the prefix of %s is taken whole', (_, prefix) => {
  expect(burstsOf(prefix, ...keys('1234'), 'Enter')).toEqual(['1234']);
});

test.each<[string, Stroke[], string | null]>([
  ['capitals turned to small letters', [...shifted('hl'), ...keys('-2026')], null],
  ['small letters and no Shift', keys('hl-2026'), 'hl-2026'],
  ['capitals and Shift', [...shifted('HL'), ...keys('-2026')], 'HL-2026'],
  ['letters that another layout has behind Shift', [...shifted('éèà'), ...keys('2026')], 'éèà2026'],
])('a burst with %s is a code only where Caps Lock has not changed it', (_, strokes, code) => {
  expect(burstsOf(...strokes, 'Enter')).toEqual([code]);
});

test('a trigger that is held down as a key of no character is no part of the code', () => {
  const held = { key: 'Unidentified', repeat: true };
  expect(burstsOf('Unidentified', held, ...keys('12'), held, ...keys('34'), 'Enter', held)).toEqual(['1234']);
});

const ctrlJ = { key: 'j', ctrlKey: true };
test.each<[string, Stroke[]]>([
  ['CR and LF', ['Enter', 'Enter']],
  ['CR and LF as Ctrl and J', ['Enter', 'Control', ctrlJ]],
  ['Tab and Enter', ['Tab', 'Enter']],
])('the second key of %s at the end of a burst is held back', (_, ends) => {
  const steps = press(...keys('1234'), ...ends, ...keys('5678'), ...ends).map(({ step }) => step);
  expect(steps.filter((step) => step === 'ends')).toHaveLength(2);
  expect(steps.filter((step) => step === 'hold')).toHaveLength(2);
});

test('a person who presses a key after a burst is not held back', () => {
  expect(press(...keys('1234'), 'Enter', { key: 'Enter', gapMs: 51 }).at(-1)?.step).toBe('pass');
  expect(press(...keys('1234'), 'Enter', { key: 'Enter', gapMs: 51 }, 'Enter').at(-1)?.step).toBe('pass');
  expect(press(...keys('1234'), 'Enter', '1', 'Enter').at(-1)?.step).toBe('pass');
});

test('an unreadable burst spoils none that follows', () => {
  expect(burstsOf(...keys('0104'), 'F8', 'Enter', ...keys('1234'), 'Enter')).toEqual([null, '1234']);
});
