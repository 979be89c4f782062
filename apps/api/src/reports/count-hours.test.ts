import { getReportSummary } from '@scantix/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeCountedHours } from './count-hours.suite.ts';
import { countHours } from './count-hours.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const HOUR_MS = 3_600_000;

describe('counted hours on PGlite', () => void describeCountedHours(createMemoryDatabase));

test(
  'hours that were counted while the clock was ahead are counted again once it is right',
  async () => {
    const server = await startTestServer(await createMemoryDatabase());
    const { clock, db, north, newId } = server;
    clock.advance(Date.now() - clock.now());
    const clerk = await server.signIn();
    const scan = async () => clerk.post({ id: newId(), barcode: 'ANY' });
    const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    const query = { from: new Date(hour).toISOString(), to: new Date(hour + 2 * HOUR_MS).toISOString() };
    const read = async () => {
      clock.advance(SHARED_FOR_MS);
      return expectValue(await clerk.api.call(getReportSummary, { query })).scans;
    };
    await north.addTicket('ANY', { entries_allowed: 9 });
    await scan();
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() + 9 * HOUR_MS });
    await countHours(db);
    vi.useRealTimers();
    await scan();
    await countHours(db);
    expect(await read()).toBe(2);
    await server.stop();
  },
  START_MS,
);
