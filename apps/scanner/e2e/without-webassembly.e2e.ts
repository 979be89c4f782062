import type { BrowserContext } from '@playwright/test';
import { writeClip } from './support/camera-clip.ts';
import { openScanner, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

const CODE = 'HL-2026-0003';
const TICKET = {
  name: 'ticket-held-still',
  write: (path: string) => writeClip(path, [{ symbology: 'qr_code', text: CODE, seconds: 1 }]),
};

/** Takes the permission to compile WebAssembly from the policy of the app's workers. */
function forbidWebAssembly(context: BrowserContext): Promise<unknown> {
  return context.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(" 'wasm-unsafe-eval'");
    const headers = { ...response.headers(), 'content-security-policy': policy.replace(" 'wasm-unsafe-eval'", '') };
    await route.fulfill({ response, headers });
  });
}

test('where WebAssembly is forbidden, the camera reads a code by @zxing/library', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/WebAssembly/);
  const loaded: string[] = [];
  const { page } = await visit({
    signedIn: true,
    camera: TICKET,
    prepare: ({ context }) => {
      context.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      return forbidWebAssembly(context);
    },
  });
  await openScanner(page);
  // The engine takes hundreds of milliseconds of processor time a frame, and shares it with other tests.
  await expect(page).toHaveURL(new RegExp(`/scan-result/${CODE}\\?scan=`), { timeout: 40_000 });
  await expect(verdict(page, 'Accepted').or(verdict(page, 'Refused')).first()).toBeVisible();
  expect(loaded.filter((path) => /^\/assets\/js-engine-/.test(path))).toHaveLength(1);
});
