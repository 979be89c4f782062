import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';
import type { Page } from '../../../../scripts/bench/browser.ts';

const BURN_MS = 300;
/** In ticks of 10 ms: more than a page that nobody uses works meanwhile. */
const CLEAR_LEAD = 15;
/** On a busy machine a page gets little of the processor at a time. */
const MOST_BURNS = 200;

/** Returns the process that renders a page: the one that works while only this page does. */
export async function findRenderer(browser: CDPSession, page: Page): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = new Map(renderers.map((id) => [id, usedTicks(id)]));
  for (let burns = 0; burns < MOST_BURNS; burns += 1) {
    await page.evaluate((ms) => globalThis.shaken.burn(ms), BURN_MS);
    const used = renderers.map((id) => ({ id, ticks: usedTicks(id) - (before.get(id) ?? 0) }));
    const [busiest, second] = used.sort((one, other) => other.ticks - one.ticks);
    if (busiest && busiest.ticks - (second?.ticks ?? 0) >= CLEAR_LEAD) return busiest.id;
  }
  throw new Error('No renderer works more than the others.');
}

/** The processor time that a process has used in user mode, in ticks; 0 for one that has ended. */
function usedTicks(processId: number): number {
  try {
    // The second field, the name, may hold spaces.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]);
  } catch {
    return 0;
  }
}
