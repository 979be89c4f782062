import type { ScanLedger } from '@scantix/scan-ledger';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AppContext } from '../services/app-context.ts';
import type { AppServices } from '../services/services.ts';
import { useLedgerValue } from './use-ledger-value.ts';

test('a read that ends after a later one does not bring an earlier state back', async () => {
  const state = { revision: 0 };
  let changed = () => {};
  const ledger = {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      changed = listener;
      return () => {};
    },
  } as unknown as ScanLedger;
  const reads: PromiseWithResolvers<string>[] = [];
  const read = () => {
    const next = Promise.withResolvers<string>();
    reads.push(next);
    return next.promise;
  };
  const View = () => useLedgerValue(read);
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(
    <AppContext value={{ ledger } as AppServices}>
      <View />
    </AppContext>,
  );
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  state.revision = 1;
  changed();
  reads[1]?.resolve('later');
  await vi.waitFor(() => expect(container.textContent).toBe('later'));
  reads[0]?.resolve('earlier');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(container.textContent).toBe('later');
  root.unmount();
});
