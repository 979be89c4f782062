import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '@scantix/api-contract';
import { systemClock } from '../../src/ports/clock.ts';
import { createApiPorts } from '../../src/ports/create-api-ports.ts';
import { createTickets } from '../../src/tickets/create-tickets.ts';
import { withToken } from '../with-token.ts';
import { createDigestStore } from './create-digest-store.ts';

/** What a process of devices is told. */
export interface DevicesOrder {
  readonly origin: string;
  readonly devices: readonly { readonly domain: string; readonly token: string; readonly checkpointId: string }[];
}

/** What it tells of each device once it is up to date. */
export interface DeviceReport {
  /** Seconds since the order. */
  readonly seconds: number;
  readonly tickets: number;
  /** How many downloads failed before. */
  readonly failures: number;
}

process.once('message', ({ origin, devices }: DevicesOrder) => {
  const startedAt = performance.now();
  for (const device of devices) {
    void download(origin, device).then(({ tickets, failures }) => {
      process.send?.({ seconds: (performance.now() - startedAt) / 1_000, tickets, failures } satisfies DeviceReport);
    });
  }
});
process.once('disconnect', () => process.exit());

/** Downloads all tickets by the ledger's own code, as often as it takes. */
async function download(origin: string, { domain, token, checkpointId }: DevicesOrder['devices'][number]) {
  let count = 0;
  const store = createDigestStore();
  const tickets = createTickets({
    store,
    source: createApiPorts(createApiClient({ baseUrl: origin, fetch: withToken(token) })).tickets,
    owner: () => ({ domain, clerk: 'bench' }),
    checkpointId: () => checkpointId,
    clock: systemClock,
    time: { now: systemClock.now, read: () => ({ earliest: 0, latest: systemClock.now() }) },
    locks: null,
    lockName: 'bench',
    ticketsStaleAfterMs: () => 3_600_000,
    ticketsExpireAfterMs: () => 3_600_000,
    onState: (state) => {
      count = state.count;
    },
    onChanged: () => {},
    log: () => {},
  });
  let failures = 0;
  while ((await tickets.refresh(new AbortController().signal)) !== 'fresh') {
    failures += 1;
    await sleep(1_000 + 1_000 * Math.random());
  }
  return { tickets: count, failures };
}
