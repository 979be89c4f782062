import { afterEach, expect, test, vi } from 'vitest';
import type { ScannerConfig } from './index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const config: ScannerConfig = {
  ticketing: 'on',
  checkpoints: [{ id: '0197b0a4-0000-7000-8000-000000000001', name: 'North gate' }],
  rights: ['scan'],
  supervisors: [],
  symbologies: ['qr_code'],
  decision_budget_ms: 3000,
  snapshot_stale_after_ms: 60_000,
  snapshot_expires_after_ms: 3_600_000,
};

test.each([
  ['the checkpoints', () => Response.json(config), [['North gate']]],
  [
    'why it was refused',
    () => Response.json({ success: false, code: 'unauthenticated', message: 'Sign in again' }, { status: 401 }),
    ['unauthenticated', 'Sign in again'],
  ],
  [
    'that a captive portal answered',
    () => new Response('<h1>Hotel</h1>', { status: 200 }),
    ['the API did not answer', 200],
  ],
])('the example of the README prints %s', async (_what, answer, printed) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => answer());
  await import('../example.ts');
  expect(log.mock.calls).toEqual([printed]);
});
