import { signIn } from './support/clerk.ts';
import { routeScript, trySignIn } from './support/faults.ts';
import { FINGERPRINTED, NEW_DEVICE } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

test('where the policy refuses FingerprintJS, the app starts with a fallback identifier and says so once', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(
    /\[scantix\] Failed to generate fingerprint/,
    /device-traits-.* violates the following Content Security Policy/,
    /^left the machine: .*device-traits-/,
  );
  const elsewhere = backend.origin.replace('127.0.0.1', 'localhost');
  const { page, troubles } = await visit({
    storage: NEW_DEVICE,
    prepare: ({ context }) =>
      // The policy names the app's own origin.
      routeScript(context, 'device-traits', (route) =>
        route.fulfill({ status: 302, headers: { Location: `${elsewhere}${new URL(route.request().url()).pathname}` } }),
      ),
  });
  const login = page.waitForRequest('**/v0/auth/login');
  await signIn(page);
  const { deviceId } = await readStorage(page);
  expect(deviceId).toMatch(/^[0-9a-f]+\.[0-9a-z]+$/);
  expect(deviceId).not.toMatch(FINGERPRINTED);
  expect((await login).headers()['x-device-id']).toBe(deviceId);
  expect(troubles.join('\n')).toContain('Content Security Policy');
  expect(troubles.filter((trouble) => trouble.includes('[scantix]'))).toHaveLength(1);
});

test('a sign-in before the device has its identifier waits for it, busy', async ({ backend, visit }) => {
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const logins: (string | undefined)[] = [];
  const { page } = await visit({
    path: '/login',
    storage: NEW_DEVICE,
    clock: true,
    prepare: async ({ context, page: opening }) => {
      // The 2 s of the identifier pass only here.
      await opening.clock.pauseAt(backend.now() + 1);
      await routeScript(context, 'device-traits', async (route) => {
        asked.push(route.request().url());
        await held.promise;
        await route.continue();
      });
      context.on('request', (request) => {
        if (request.url().endsWith('/v0/auth/login')) logins.push(request.headers()['x-device-id']);
      });
    },
  });
  const after = (ms: number, count: () => number) =>
    expect.poll(async () => {
      await page.clock.runFor(ms);
      return count();
    });
  await after(20, () => asked.length).toBe(1);
  await trySignIn(page);
  await expect(page.locator('button[type="submit"]')).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(500);
  expect(logins).toEqual([]);
  held.resolve();
  await after(20, () => logins.length).toBe(1);
  expect(logins[0]).toMatch(FINGERPRINTED);
});
