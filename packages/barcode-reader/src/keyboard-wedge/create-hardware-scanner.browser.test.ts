import { afterEach, expect, test, vi } from 'vitest';
import type { Burst } from './burst-detector.ts';
import { createHardwareScanner } from './create-hardware-scanner.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
  document.body.replaceChildren();
});

function setUp(html: string) {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild as HTMLInputElement;
  element.focus();
  const bursts: Burst[] = [];
  const scanner = createHardwareScanner();
  cleanUp.push(scanner.listen((burst) => bursts.push(burst)));
  return { element, bursts, scanner };
}

/** A key as hardware presses it, with what the browser would then do in a text field. @returns whether it would */
function press(key: string): boolean {
  const target = document.activeElement ?? document.body;
  const allowed = target.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
  );
  if (allowed && target instanceof HTMLInputElement && target.selectionStart !== null && key.length === 1) {
    target.setRangeText(key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
    target.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const released = target.dispatchEvent(
    new KeyboardEvent('keyup', { key, code: key, bubbles: true, cancelable: true }),
  );
  return allowed && released;
}

const type = (...keys: string[]) => keys.map(press);

test('a burst into a field is a code; the field, its caret and the app are as before', () => {
  const { element, bursts } = setUp('<input value="Okafor">');
  element.setSelectionRange(2, 4);
  const values: string[] = [];
  element.addEventListener('input', () => values.push(element.value));
  const onKeyDown = vi.fn();
  element.addEventListener('keydown', onKeyDown);
  type(...'HL-2026', 'Enter');
  expect(bursts).toMatchObject([{ text: 'HL-2026' }]);
  expect(element.value).toBe('Okafor');
  expect([element.selectionStart, element.selectionEnd]).toEqual([2, 4]);
  expect(values.at(-1)).toBe('Okafor');
  expect(onKeyDown).not.toHaveBeenCalledWith(expect.objectContaining({ key: 'Enter' }));
});

test('a burst into an empty number field leaves no characters that are no number', () => {
  const { element, bursts } = setUp('<input type="number">');
  for (const character of '-E-E') {
    press(character);
    // A caret that scripts cannot read: the browser itself inserts.
    document.execCommand('insertText', false, character);
  }
  expect(element.validity.badInput).toBe(true);
  press('Enter');
  expect(bursts).toMatchObject([{ text: '-E-E' }]);
  expect([element.value, element.validity.badInput]).toEqual(['', false]);
});

test('what a person types stays', () => {
  const { element, bursts } = setUp('<input>');
  expect(type('a', 'b', 'Enter')).toEqual([true, true, true]);
  expect(element.value).toBe('ab');
  expect(bursts).toEqual([]);
});

test('a burst without a character leaves alone what a person has typed before', () => {
  const { element, bursts } = setUp('<input>');
  const pressedAt = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(0);
  cleanUp.push(() => pressedAt.mockRestore());
  type(...'ab');
  pressedAt.mockReturnValue(1_000);
  type('End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Enter');
  expect(bursts).toMatchObject([{ text: null, length: 0 }]);
  expect(element.value).toBe('ab');
});

test('a burst presses no focused button: neither its Enter nor a space in it', () => {
  const { bursts } = setUp('<button>Sign out</button>');
  expect(type('A', ' ', 'B', '1', 'Enter')).toEqual([true, false, true, true, false]);
  expect(bursts).toMatchObject([{ text: 'A B1' }]);
});

test('a slash and an apostrophe open no search of the browser, which would take the rest of the code', () => {
  const { element, bursts } = setUp('<button>Sign out</button>');
  expect(type(..."A/B'1", 'Enter')).toEqual([true, false, true, false, true, false]);
  expect(bursts).toMatchObject([{ text: "A/B'1" }]);
  element.outerHTML = '<input>';
  document.querySelector('input')?.focus();
  expect(type('a', '/', 'b')).toEqual([true, true, true]);
});

test('a Tab at the end moves no focus', () => {
  const { bursts } = setUp('<button>One</button>');
  expect(type(...'12345', 'Tab').at(-1)).toBe(false);
  expect(bursts).toMatchObject([{ text: '12345' }]);
});

test('a picker that letters chose in gets its choice back', () => {
  const { element, bursts } = setUp('<select><option>Gate A</option><option>Hall</option></select>');
  const chosen: string[] = [];
  element.addEventListener('change', () => chosen.push(element.value));
  press('H');
  element.value = 'Hall';
  type(...'L-1', 'Enter');
  expect(bursts).toMatchObject([{ text: 'HL-1' }]);
  expect(chosen).toEqual(['Gate A']);
});

test('only the last listener is called; with no listener keys are left alone', () => {
  const { bursts, scanner } = setUp('<input>');
  const test: Burst[] = [];
  const stop = scanner.listen((burst) => test.push(burst));
  type(...'1111', 'Enter');
  stop();
  stop();
  type(...'2222', 'Enter');
  expect([test, bursts]).toMatchObject([[{ text: '1111' }], [{ text: '2222' }]]);
  for (const step of cleanUp.splice(0)) step();
  expect(type(...'3333', 'Enter').at(-1)).toBe(true);
});

test('a code that ends with two keys presses no focused button', () => {
  const { bursts } = setUp('<button>Sign out</button>');
  expect(type(...'12345', 'Enter', 'Enter').slice(-2)).toEqual([false, false]);
  expect(type(...'12345', 'Tab', 'Enter').slice(-2)).toEqual([false, false]);
  expect(bursts).toMatchObject([{ text: '12345' }, { text: '12345' }]);
});

test('a key that was down when the listening ended is a person’s at the next listening', () => {
  const { scanner } = setUp('<button>Sign out</button>');
  for (const step of cleanUp.splice(0)) step();
  const stop = scanner.listen(() => stop());
  type(...'12345', 'Enter');
  cleanUp.push(scanner.listen(() => {}));
  const released = new KeyboardEvent('keyup', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
  expect(document.body.dispatchEvent(released)).toBe(true);
});
