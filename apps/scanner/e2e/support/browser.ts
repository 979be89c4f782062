import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { NO_CODE } from './camera-clip.ts';

export interface BrowserOptions {
  /** The base of relative addresses. */
  readonly origin: string;
  /** The folder of the profile, which later browsers may reuse. */
  readonly profile: string;
  /** A `.y4m` file that the fake camera plays in a loop. @default `NO_CODE` */
  readonly clip?: string;
  readonly viewport?: { width: number; height: number };
}

/** A Chromium with a camera, and the problems seen in it. */
export interface ScannerBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console warnings and errors, page errors, refused policies, requests that leave the machine. */
  readonly troubles: string[];
  close(): Promise<void>;
  /** Ends the browser by SIGKILL, as a crash or an empty battery does: nothing more is written. */
  kill(): Promise<void>;
}

/** The Chromium of every test. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
};

/** The arguments of a Chromium whose camera plays a `.y4m` file in a loop. */
export function playing(clip: string): string[] {
  return [`--use-file-for-fake-video-capture=${clip}`];
}

export const PHONE = { width: 390, height: 844 };

export async function openBrowser({ origin, profile, clip, viewport }: BrowserOptions): Promise<ScannerBrowser> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM.executablePath,
    baseURL: origin,
    viewport: viewport ?? PHONE,
    permissions: ['camera'],
    args: [...CHROMIUM.args, ...playing(clip ?? (await NO_CODE.write(`${profile}.y4m`)))],
  });
  const troubles = watchForTroubles(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, troubles, close: () => context.close(), kill: () => kill(context) };
}

/** Collects what must not happen in a browser: the list grows while the browser runs. */
export function watchForTroubles(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    // Playwright logs this where a test blocks service workers.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (!['warning', 'error'].includes(message.type())) return;
    if (repeatsTheBrowser(message.text(), troubles)) return;
    const { url } = message.location();
    troubles.push(`console.${message.type()}: ${message.text()}${url === '' ? '' : ` (${url})`}`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error()}`));
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') troubles.push(`left the machine: ${request.url()}`);
  });
  return troubles;
}

/**
 * Whether a line is the product's warning about a failed call that the browser has reported before: one trouble, which a
 * test lists as the browser says it. Every other warning of the product (`[scantix] …`) is a trouble of its own.
 */
function repeatsTheBrowser(text: string, troubles: readonly string[]): boolean {
  const [, endpoint = '', status] = /^\[scantix\] api_call .*"endpoint":"([^"]+)".*"status":(\d+)/.exec(text) ?? [];
  if (status === undefined) return false;
  const cause = status === '0' ? 'net::ERR_' : `status of ${status} `;
  // The product logs `{id}`, and `:rest` of an unknown path, in place of what the address has.
  const address = new RegExp(endpoint.replace(/\{\w+\}|:rest/g, '.+'));
  return troubles.some((trouble) => trouble.includes(cause) && address.test(trouble));
}

async function kill(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('This browser has no DevTools session.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser process was not found.');
  const closed = new Promise((resolve) => context.once('close', resolve));
  process.kill(browser.id, 'SIGKILL');
  await closed;
}
