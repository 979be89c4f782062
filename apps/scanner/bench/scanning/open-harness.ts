import { join } from 'node:path';
import { startApi } from '../../../../scripts/bench/api-process.ts';
import { type BrowserContext, launchBrowser, type Page, temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { signInByApi } from '../../e2e/support/api-clerk.ts';
import { DEMO_CLERK } from '../../e2e/support/clerk.ts';
import { type LiveCamera, openLiveCamera } from '../../e2e/support/live-camera.ts';
import { recordPage } from './page-record.ts';

/** The built app and API, and a phone with a controlled camera. */
export interface Harness {
  readonly origin: string;
  readonly camera: LiveCamera;
  /** Creates tickets. @returns their codes */
  issueTickets(count: number): Promise<string[]>;
  /** Opens a new phone on the sign-in page; its pages record what happens in them. */
  openPhone(): Promise<{ context: BrowserContext; page: Page }>;
  close(): Promise<void>;
}

/** @param environment further variables of the API */
export async function openHarness(environment: Readonly<Record<string, string>> = {}): Promise<Harness> {
  const api = await startApi(environment);
  const camera = await openLiveCamera(join(temporaryFolder(), 'camera.y4m'), {
    width: 1280,
    height: 720,
    framesPerSecond: 30,
  });
  const browser = await launchBrowser([
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${camera.path}`,
  ]);
  const office = await signInByApi(api.origin);
  let issued = 0;
  return {
    origin: api.origin,
    camera,
    async issueTickets(count) {
      const codes = Array.from({ length: count }, (_, index) => `BENCH-${String(issued + index).padStart(5, '0')}`);
      issued += count;
      await office.importTickets(codes.map((barcode) => ({ barcode, holder: `Visitor ${barcode}` })));
      return codes;
    },
    async openPhone() {
      const context = await browser.newContext({
        baseURL: api.origin,
        viewport: { width: 390, height: 844 },
        permissions: ['camera'],
      });
      await context.addInitScript(recordPage);
      const page = await context.newPage();
      await page.goto('/');
      return { context, page };
    },
    async close() {
      await browser.close();
      await api.kill();
    },
  };
}

/** Signs in, and waits until the device has all that it needs offline. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(DEMO_CLERK.username);
  await page.getByLabel('Password').fill(DEMO_CLERK.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Ready for offline').waitFor();
}
