import { createScanLedger } from '../index.ts';
import type { ScanLedgerOptions } from '../options.ts';
import { ANNA, read } from './create-world.ts';
import { createFakeServer } from './index.ts';

export const CHECKPOINT = read('').checkpointId;

let made = 0;

export function openLedger(options: Partial<ScanLedgerOptions> = {}) {
  made += 1;
  const server = createFakeServer();
  const databaseName = `trouble-${made}`;
  const ledger = createScanLedger({
    transport: server,
    owner: () => ANNA,
    deviceId: async () => 'device-1',
    databaseName,
    ...options,
  });
  return { ledger, server, databaseName: options.databaseName ?? databaseName };
}
