import type { Scan } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createScanQueue } from './create-scan-queue.ts';
import { createWaitingRoom } from './waiting-room.ts';

const submitter = { domainId: 'north' } as SignedInClerk;
const scans = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, barcode: `${nth}` }) as Scan);
const GONE = new Error('Connection terminated unexpectedly');

/** A queue whose database does not answer until it is told to, and is gone then. */
function createStalledQueue(ofDomain: number) {
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => {});
  const selectFrom = () => new Proxy({}, { get: (_, name, self) => () => (name === 'execute' ? end.promise : self) });
  const db = { selectFrom } as unknown as Database;
  const queue = createScanQueue(
    { db, clock: { now: () => 0 }, newId: () => '' },
    { room: createWaitingRoom({ ofDomain }) },
  );
  return { queue, end: () => end.reject(GONE) };
}

test('scans above the limit are told to come back, and there is room again once the others have ended', async () => {
  const { queue, end } = createStalledQueue(5);
  const waiting = [queue.record(submitter, scans(2)), queue.record(submitter, scans(3))];
  await expect(queue.record(submitter, scans(1))).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 2_000 });
  end();
  for (const { results, failures } of await Promise.all(waiting)) {
    expect(results.size).toBe(0);
    expect(failures).toContain(GONE);
  }
  expect((await queue.record(submitter, scans(5))).failures).toContain(GONE);
});

test('a call of more scans than may wait is taken when nobody else waits', async () => {
  const { queue, end } = createStalledQueue(5);
  const one = queue.record(submitter, scans(9));
  await expect(queue.record(submitter, scans(1))).rejects.toMatchObject({ code: 'unavailable' });
  end();
  expect((await one).failures).toContain(GONE);
});

test('one domain’s flood does not refuse another domain’s gates', async () => {
  const { queue, end } = createStalledQueue(5);
  const flood = queue.record(submitter, scans(5));
  await expect(queue.record(submitter, scans(1))).rejects.toMatchObject({ code: 'unavailable' });
  const gate = queue.record({ domainId: 'south' } as SignedInClerk, scans(1));
  end();
  for (const { failures } of await Promise.all([flood, gate])) expect(failures).toContain(GONE);
});

test('after a failure of the database a call asks it for nothing more', async () => {
  const { queue, end } = createStalledQueue(500);
  end();
  expect((await queue.record(submitter, scans(120))).failures).toHaveLength(50);
});
