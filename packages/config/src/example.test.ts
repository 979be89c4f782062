import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('the example of the README prints what the page configures', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubGlobal('SCANTIX_CONFIG', { API_BASE_URL: 'https://scan.example', FEATURES: { reports: false } });
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['https://scan.example', false, false]]);
});

test('the example of the README prints why there is no configuration', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['not-found', 'Configuration not found']]);
});
