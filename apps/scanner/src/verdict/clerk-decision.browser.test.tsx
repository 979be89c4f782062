import { setupI18n } from '@lingui/core';
import type { Verdict } from '@scantix/api-contract';
import { decideByClerk } from '@scantix/api-contract/rules';
import type { LedgerScan } from '@scantix/scan-ledger';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AppContext } from '../services/app-context.ts';
import type { AppServices } from '../services/services.ts';
import { ClerkDecision } from './clerk-decision.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
vi.mock('../hooks/use-i18n.ts', () => ({ useI18n: () => i18n }));

const UNDECIDED = {
  ...{ outcome: 'undecided', reason: 'server_unreachable', mode: 'entry', certainty: 'device' },
  decided_at: '2026-11-20T10:30:00.000Z',
} as Verdict;

/** Presses *Let in*, and returns whether the verdict was left. */
async function letIn(saved: Verdict): Promise<boolean> {
  const onDecided = vi.fn();
  const ledger = { decideByClerk: vi.fn(async () => saved) };
  const entry = { scan: { id: 'a-scan', mode: 'entry' }, verdict: UNDECIDED } as unknown as LedgerScan;
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(
    <AppContext value={{ ledger } as unknown as AppServices}>
      <ClerkDecision entry={entry} onDecided={onDecided} />
    </AppContext>,
  );
  await vi.waitFor(() => expect(container.querySelector('button')?.textContent).toBe('Let in'));
  container.querySelector('button')?.click();
  await vi.waitFor(() => expect(ledger.decideByClerk).toHaveResolved());
  await new Promise((resolve) => setTimeout(resolve));
  root.unmount();
  return onDecided.mock.calls.length > 0;
}

test("what the clerk decided leaves the verdict; the server's, where it was first, stays to be seen", async () => {
  expect(await letIn(decideByClerk(UNDECIDED, 'let_in'))).toBe(true);
  expect(await letIn({ ...UNDECIDED, outcome: 'refused', reason: 'already_used', certainty: 'server' })).toBe(false);
});
