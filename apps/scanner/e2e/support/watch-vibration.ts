import type { Page } from '@playwright/test';

/** Returns what reads the vibration patterns of the verdicts that are told from now on; 30 is that of a recorded code. */
export async function watchVibration(page: Page): Promise<() => Promise<unknown[]>> {
  const told = await page.evaluateHandle(() => {
    const patterns: unknown[] = [];
    navigator.vibrate = (pattern) => patterns.push(pattern) > 0;
    return patterns;
  });
  return async () => ((await told.jsonValue()) as unknown[]).filter((pattern) => pattern !== 30);
}
