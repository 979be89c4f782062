import type { Page } from '@playwright/test';

/** A verdict as the page showed it. */
export interface ShownVerdict {
  /** The path of the view that showed it. */
  readonly path: string;
  /** The text; it begins with the word of the outcome. */
  readonly text: string;
}

/** Records every verdict that the page shows, however briefly it is shown. */
export async function watchVerdicts(page: Page): Promise<{ next(): Promise<ShownVerdict> }> {
  const seen: ShownVerdict[] = [];
  let notify = () => {};
  await page.exposeBinding('verdictShown', (_, shown: ShownVerdict) => {
    seen.push(shown);
    notify();
  });
  await page.evaluate(() => {
    let last: Element | null = null;
    const recordVerdict = () => {
      const regions = [...document.querySelectorAll('[role="status"], [role="alert"]')];
      const shown =
        regions.find(({ textContent }) => /^(Accepted|Check only|Attention|Refused|Undecided)/.test(textContent)) ??
        null;
      // The region of a stream stays, and each scan has words of its own in it.
      const words = shown?.matches('.stx-hidden') ? shown.firstElementChild : shown;
      if (shown && words !== last) {
        const recorder = window as unknown as { verdictShown(shown: { path: string; text: string }): void };
        recorder.verdictShown({ path: location.pathname, text: shown.textContent });
      }
      last = words ?? null;
    };
    new MutationObserver(recordVerdict).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return {
    async next() {
      while (seen.length === 0) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return seen.shift() as ShownVerdict;
    },
  };
}
