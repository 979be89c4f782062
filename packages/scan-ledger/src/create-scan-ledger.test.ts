import { expect, test } from 'vitest';
import { createScanLedger } from './index.ts';

test('it knows its name', () => {
  expect(createScanLedger().name).toBe('scan-ledger');
});
