import type { Page } from '@playwright/test';

/** `tick` resolves at the first sound that the page plays from now on: after a decode, this is the tick. */
export async function listenForTick(page: Page): Promise<{ readonly tick: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.exposeBinding('soundStarted', () => resolve());
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...args) {
      (window as unknown as { soundStarted(): void }).soundStarted();
      return start.apply(this, args);
    };
  });
  return { tick: promise };
}
