import { FEATURES } from '../src/configuration/app-configuration.ts';
import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { newIdentifier } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

test('with the shipped configuration alone, a new device starts, signs in, scans and signs out', async ({ open }) => {
  const { page, troubles } = await open();
  expect(await page.evaluate(() => (window as { SCANTIX_CONFIG?: unknown }).SCANTIX_CONFIG)).toEqual({
    API_BASE_URL: '/',
    OFFLINE_SESSION_GRACE_MS: 43_200_000,
    FEATURE_FLAGS: {},
    FEATURES: {},
  });
  await expect(page).toHaveTitle('Sign In');
  const login = page.waitForRequest('**/v0/auth/login');
  await signIn(page);
  const { deviceId } = await readStorage(page);
  expect(deviceId).toMatch(newIdentifier(troubles));
  expect((await login).headers()).toMatchObject({
    'x-device-id': deviceId,
    'x-device-fingerprint': deviceId?.split('.')[0],
  });

  await openScanner(page);
  const sent = page.waitForRequest('**/scantix/v0/scanner/scans');
  await typeCode(page, 'SHIPPED-AS-IT-IS');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
  expect((await sent).postDataJSON().scans).toMatchObject([{ barcode: 'SHIPPED-AS-IT-IS', device_id: deviceId }]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle('Sign In');
  const left = await readStorage(page);
  expect(left).toMatchObject({ deviceId, deviceVersion: '1.0' });
  expect(left).not.toHaveProperty('authToken');
  expect(left).not.toHaveProperty('userData');
});

test('the shipped script names each area that can be switched off', async ({ backend }) => {
  const script = await (await fetch(`${backend.origin}/config.js`)).text();
  const [, list = ''] = /each is on by default:\n\/\/ (.*)\.\n/.exec(script) ?? [];
  expect(list.split(', ')).toEqual([...FEATURES]);
});
