import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright';

export type { BrowserContext, Page } from 'playwright';

/** The path of the browser. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const LAUNCH: LaunchOptions = {
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** Starts a Chromium without a profile; each context is a separate device. `args` are added to its command line. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...LAUNCH, args: [...(LAUNCH.args ?? []), ...args] });
}

interface ProfileOptions {
  /** Starts the Chromium. @default {@link CHROMIUM} */
  readonly program?: string;
  /** Added to its command line. */
  readonly args?: readonly string[];
}

/** Starts a Chromium on a profile folder, which stays after it closes. */
export function openProfile(
  profile: string,
  { program = CHROMIUM, args = [] }: ProfileOptions = {},
): Promise<BrowserContext> {
  const options = { ...LAUNCH, executablePath: program, args: [...(LAUNCH.args ?? []), ...args] };
  return chromium.launchPersistentContext(profile, options);
}

/** Returns the id of the browser's process. Call it early: a kill needs it at any moment. */
export async function findProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('This browser has no DevTools session.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser process was not found.');
  return browser.id;
}

/** Returns the ids of the processes of a browser's pages, the busiest first: others are blank or spare. */
export async function findPageProcesses(context: BrowserContext): Promise<number[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const pages = processInfo.filter(({ type }) => type === 'renderer').sort((one, other) => other.cpuTime - one.cpuTime);
  return pages.map(({ id }) => id);
}

/** Kills a browser with SIGKILL, as a crash or an empty battery does: it writes nothing more. */
export async function killBrowser(context: BrowserContext, processId: number): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve));
  process.kill(processId, 'SIGKILL');
  await closed;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates a folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scantix-bench-'));
  folders.push(folder);
  return folder;
}
