import type { Locator, Page } from '@playwright/test';

/**
 * Taps twice at one position, through the browser's input pipeline. The gap is between the timestamps of the events, so
 * a slow machine does not change it.
 */
export async function tapTwice(page: Page, target: Locator, { gapMs }: { gapMs: number }): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be tapped is not on the screen.');
  const touchPoints = [{ x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }];
  const session = await page.context().newCDPSession(page);
  const startedAt = Date.now() / 1000;
  for (const endedAt of [startedAt, startedAt + gapMs / 1000]) {
    const begin = { type: 'touchStart', touchPoints, timestamp: endedAt - 0.02 } as const;
    await session.send('Input.dispatchTouchEvent', begin);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: endedAt });
  }
}
