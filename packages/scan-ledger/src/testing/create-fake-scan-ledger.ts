import { createScanLedger } from '../create-scan-ledger.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { ScanLedgerOptions } from '../options.ts';
import type { ScanLedger } from '../scan-ledger.ts';
import { createFakeServer, type FakeServer } from './create-fake-server.ts';
import { createMemoryFactsStore } from './create-memory-facts-store.ts';
import { createMemoryNote } from './create-memory-note.ts';
import { createMemoryScanStore } from './create-memory-scan-store.ts';
import { createMemoryTicketStore } from './create-memory-ticket-store.ts';

/**
 * Creates the real ledger over memory and a scriptable server, which accepts every scan by default.
 *
 * @example
 * const { ledger, server } = createFakeScanLedger();
 * server.decide(() => ({ outcome: 'refused', reason: 'already_used' }));
 */
export function createFakeScanLedger(options: Partial<ScanLedgerOptions> = {}): {
  readonly ledger: ScanLedger;
  readonly server: FakeServer;
} {
  const { clock } = options;
  const server = createFakeServer(clock ? { now: () => clock.now() } : {});
  const owner: LedgerOwner = { domain: 'demo', clerk: 'anna' };
  const ledger = createScanLedger({
    transport: server,
    tickets: server,
    checkpointId: () => '01939f8e-0000-7000-8000-000000000001',
    ticketStore: createMemoryTicketStore(),
    owner: () => owner,
    deviceId: async () => 'fake-device',
    store: createMemoryScanStore(),
    facts: createMemoryFactsStore(),
    storage: createMemoryNote(),
    databaseName: `fake-scan-ledger-${crypto.randomUUID()}`,
    ...options,
  });
  return { ledger, server };
}
