import { setupI18n } from '@lingui/core';
import type { LedgerScan } from '@scantix/scan-ledger';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { LastScan } from './last-scan.tsx';

const at = Date.parse('2026-11-20T10:30:00Z');
const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('@scantix/ui-shell/react', () => ({ useNow: () => 0 }));
vi.mock('../../hooks/use-i18n.ts', () => ({ useI18n: () => i18n }));
vi.mock('../../hooks/use-venue-zone.ts', () => ({ useVenueZone: () => 'Pacific/Pago_Pago' }));
vi.mock('../../hooks/use-server-clock.ts', () => ({
  useServerClock: () => ({ now: () => at + 25 * 3_600_000, madeAt: () => at }),
}));
vi.mock('../../ledger/ledger-scan-row.tsx', () => ({ LedgerScanRow: ({ time }: { time: string }) => time }));

test("a last scan of the day before has the venue's time, as in each other list", () => {
  const entry = { scan: { claimed_at: new Date(at).toISOString() } } as LedgerScan;
  expect(renderToStaticMarkup(<LastScan entry={entry} />)).toContain('11/19/26, 23:30');
});
