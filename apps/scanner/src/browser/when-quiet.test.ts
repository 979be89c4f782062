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

// A password manager fills in and submits the form without a key press.
test.each(['focusin', 'input', 'keydown', 'pointerdown', 'submit'])('it resolves after the first %s', async (input) => {
  const { window, quiet } = setUp();
  window.dispatchEvent(new Event(input));
  await vi.advanceTimersByTimeAsync(500);
  expect(quiet).toHaveBeenCalledOnce();
});

test('without an input it resolves after eight seconds', async () => {
  const { quiet } = setUp();
  await vi.advanceTimersByTimeAsync(7_900);
  expect(quiet).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(quiet).toHaveBeenCalledOnce();
});
