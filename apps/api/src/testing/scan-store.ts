import type { Scan } from '@scantix/api-contract';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createScanQueue } from '../scans/create-scan-queue.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { createFakeClock } from './fake-clock.ts';
import { createMemoryDatabase } from './test-databases.ts';
import { addTestDomain, type TestDomain } from './test-domains.ts';

/** Two domains in a database, in memory by default, and what records scans in it: without a server around it. */
export async function createScanStore(createDatabase = createMemoryDatabase) {
  const clock = createFakeClock();
  const newId = createIdSource({ clock, random: systemRandom });
  const { db, drop } = await createDatabase();
  const queue = createScanQueue({ db, clock, newId });
  const shared = { newId, now: clock.now() };
  return {
    db,
    drop,
    clock,
    newId,
    queue,
    north: await addTestDomain(db, { name: 'North Pier', ...shared }),
    south: await addTestDomain(db, { name: 'South Hall', ...shared }),
    /** The clerk of a domain on the device `phone`, who may scan at its gates and supervise. */
    signedIn: (of: TestDomain, more: Partial<SignedInClerk> = {}) =>
      ({
        ...{ id: of.clerk.id, login: of.clerk.login, domainId: of.id, ticketing: 'on', rights: ['scan', 'supervise'] },
        ...{ scansAt: of.gates.map(({ id }) => id), deviceId: 'phone', deviceKey: null, hasWebhooks: false, ...more },
      }) as SignedInClerk,
    /** An entry now of a code that is no ticket, at the first gate. */
    scanAt: (of: TestDomain, more: Partial<Scan> = {}): Scan => ({
      ...{ id: newId(), barcode: 'UNKNOWN', symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
      ...{ checkpoint_id: of.gates[0].id, claimed_at: new Date(clock.now()).toISOString(), device_id: 'phone' },
      ...{ claimed_by: of.clerk.login, ...more },
    }),
    /** Records scans a second later. Resolves with their results. */
    async record(clerk: SignedInClerk, ...scans: Scan[]) {
      clock.advance(1_000);
      const delivery = { submitter: clerk, address: '10.0.0.1', requestId: undefined };
      const { results, failures } = await queue.record(delivery, scans);
      if (failures.length > 0) throw failures[0];
      return scans.map((scan) => results.get(scan));
    },
  };
}

/** What `createScanStore` resolves with. */
export type ScanStore = Awaited<ReturnType<typeof createScanStore>>;
