import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeOptions {
  readonly only?: 'color-contrast';
  /** Whether the test controls the page's clock: axe waits for timers. */
  readonly clock?: boolean;
}

/** What axe finds against WCAG 2.0 to 2.2, A and AA; with `only`, against that rule alone. */
export async function axeFindings(page: Page, { only, clock = false }: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'));
  const options: axe.RunOptions = only
    ? { runOnly: { type: 'rule', values: [only] } }
    : { runOnly: { type: 'tag', values: WCAG }, rules: { 'target-size': { enabled: true } } };
  const found = page.evaluate(async (given) => {
    // Finite animations are checked in their final state.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...given,
      resultTypes: ['violations'],
      preload: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, options);
  return clock ? whileClockRuns(page, found) : found;
}

async function whileClockRuns<Value>(page: Page, work: Promise<Value>): Promise<Value> {
  let over = false;
  const end = () => {
    over = true;
  };
  work.then(end, end);
  while (!over) await page.clock.runFor(1);
  return work;
}
