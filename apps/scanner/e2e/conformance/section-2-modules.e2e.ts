import { openScanner, typeCode } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval } from '../support/visit.ts';

test.describe('Module classification for analytics maps paths:', () => {
  test('[2.22][2.24][1.9] login to auth; scanner and results to scanner; reports to reports; settings to settings; anything else to general', async ({
    telemetry,
    visit,
  }) => {
    const login = await visit({ path: '/login', config: telemetry.axiom, clock: true });
    await expect(login.page.locator('#root').getByLabel('Username')).toBeVisible();
    await passFlushInterval(login.page);
    expect((await telemetry.event('page_view', ({ properties }) => properties.page === '/login')).module).toBe('auth');

    const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
    await expect(page.getByText('Last scans')).toBeVisible();
    const expected = {
      '/': 'general',
      '/scanner': 'scanner',
      '/results': 'scanner',
      '/reports': 'reports',
      '/settings': 'settings',
      '/scan-result/:barcode/:mode?': 'general',
      '*': 'general',
    };
    for (const [path, title] of [
      ['/', 'Scanner'],
      ['/scanner', 'Barcode Scanner'],
      ['/results', 'Scan Results'],
      ['/reports', 'Reports'],
      ['/settings', 'Settings'],
      ['/scan-result/NO-TICKET', 'Scan Result'],
      ['/no/such/path', 'Page Not Found'],
    ] as const) {
      await follow(page, path);
      await expect(page).toHaveTitle(title);
    }
    await passFlushInterval(page);
    for (const [template, module] of Object.entries(expected)) {
      const event = await telemetry.event('page_view', ({ properties }) => properties.page === template);
      expect(event).toMatchObject({ module, properties: { module } });
    }
  });

  test('[2.23][1.9] ticket and config paths to their own modules', async ({ telemetry, visit }) => {
    const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
    await openScanner(page);
    await typeCode(page, 'CONFORMANCE-MODULES');
    await expect(page).toHaveURL(/\?scan=/);
    await page.goto('/scan-result/NO-TICKET');
    await expect(page.getByText('Check only. No entry used')).toBeVisible();
    await passFlushInterval(page);
    const call = async (endpoint: string) =>
      (await telemetry.event('api_call', ({ properties }) => properties.endpoint === endpoint)).module;
    expect(await call('/tickets/v0/lookup')).toBe('tickets');
    expect(await call('/config/v0/scanner')).toBe('config');
    expect(await call('/scantix/v0/scanner/scans')).toBe('scanner');
  });
});
