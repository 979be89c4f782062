import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('the example of the README prints what the page configures', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubGlobal('SCANTIX_CONFIG', {
    API_BASE_URL: 'https://stock.example',
    PRINTER_URL: 'https://print.example',
    FEATURES: { labels: false },
  });
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['https://stock.example', 'Stock Room', 'https://print.example', 25, false]]);
});

test('the example of the README prints why there is no configuration', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['not-found', 'Configuration not found']]);
});
