import { expect, onTestFinished, test, vi } from 'vitest';
import { whenQuiet } from './when-quiet.ts';

function setUp() {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const quiet = vi.fn();
  void whenQuiet().then(quiet);
  return { window, quiet };
}

// A password manager fills in and sends the form without a key.
test.each(['focusin', 'input', 'keydown', 'pointerdown', 'submit'])('the first %s is followed by it', async (input) => {
  const { window, quiet } = setUp();
  window.dispatchEvent(new Event(input));
  await vi.advanceTimersByTimeAsync(500);
  expect(quiet).toHaveBeenCalledOnce();
});

test('without an input the page is left alone for eight seconds', async () => {
  const { quiet } = setUp();
  await vi.advanceTimersByTimeAsync(7_900);
  expect(quiet).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(quiet).toHaveBeenCalledOnce();
});
