import { createScanLedger } from '../index.ts';
import type { ScanLedgerOptions } from '../options.ts';
import { ANNA, read } from './create-world.ts';
import { createFakeServer } from './index.ts';

export const CHECKPOINT = read('').checkpointId;

export function openLedger(options: Partial<ScanLedgerOptions> = {}) {
  const server = createFakeServer();
  // Not counted: a file that loads the modules again would open what another file has left.
  const databaseName = `trouble-${crypto.randomUUID()}`;
  const ledger = createScanLedger({
    transport: server,
    owner: () => ANNA,
    deviceId: async () => 'device-1',
    databaseName,
    ...options,
  });
  return { ledger, server, databaseName: options.databaseName ?? databaseName };
}
