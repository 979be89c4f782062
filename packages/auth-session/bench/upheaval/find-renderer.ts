import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';
import type { Page } from '../../../../scripts/bench/browser.ts';

const BURN_MS = 300;

/** Returns the process that renders a page: the one that works while only this page does. */
export async function findRenderer(browser: CDPSession, page: Page): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = new Map(renderers.map((id) => [id, usedTicks(id)]));
  await page.evaluate((ms) => globalThis.shaken.burn(ms), BURN_MS);
  const used = renderers.map((id) => ({ id, ticks: usedTicks(id) - (before.get(id) ?? 0) }));
  const [busiest] = used.sort((one, other) => other.ticks - one.ticks);
  if (!busiest) throw new Error('The browser has no renderer.');
  return busiest.id;
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
