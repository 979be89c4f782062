import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright';

export type { BrowserContext, Page } from 'playwright';

const LAUNCH: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** A Chromium without a profile; each context of it is a device of its own. `args` are added to its command line. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...LAUNCH, args: [...(LAUNCH.args ?? []), ...args] });
}

/** A Chromium on a profile folder, which outlives it. */
export function openProfile(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, LAUNCH);
}

/** The id of the browser's own process; asked for early, a kill can come at any moment. */
export async function findProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('This browser has no DevTools session.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser process cannot be told.');
  return browser.id;
}

/** Ends a browser as a crash or an empty battery does: SIGKILL, nothing is written any more. */
export async function killBrowser(context: BrowserContext, processId: number): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve));
  process.kill(processId, 'SIGKILL');
  await closed;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder that is gone when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scantix-bench-'));
  folders.push(folder);
  return folder;
}
