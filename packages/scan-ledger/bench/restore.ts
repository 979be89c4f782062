import { createApiClient, getReportSummary } from '@scantix/api-contract';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { createWorld, type World } from './chaos/create-world.ts';
import { DATABASES, type DatabaseKind } from './chaos/databases.ts';
import { readDatabase } from './chaos/read-database.ts';
import { createDevice, type Device, entry, isEntry, ownCodes, recordedIds } from './restore/create-devices.ts';
import { withToken } from './with-token.ts';

/** The gate that is healthy all the time. */
const OPEN_GATE = 'open-gate';
const BEFORE_BACKUP = 10;
/** Tickets of a device that the open gate tries before the device is back, and as many after it. */
const TRIED = 5;
const DAY_MS = 86_400_000;

await runBench(
  'Ledger and API: restore',
  async (bench) => {
    const { option, size } = bench;
    const seeds = option('seeds')?.split(',').map(Number) ?? [1];
    const kinds = option('database')?.split(',') ?? DATABASES;
    const count = size(5, 2);
    const scans = size(500, 40);
    for (const kind of DATABASES.filter((name) => kinds.includes(name))) {
      for (const seed of seeds) await restore(bench, { kind, seed, count, perDevice: scans / count });
    }
  },
  { options: ['seeds', 'database'] },
);

interface RestoreOptions {
  readonly kind: DatabaseKind;
  readonly seed: number;
  /** The number of devices. */
  readonly count: number;
  readonly perDevice: number;
}

/** A database is restored from a backup; the devices return one by one with what it has lost. */
async function restore({ say, check }: Bench, { kind, seed, count, perDevice }: RestoreOptions): Promise<void> {
  say(`${kind}, seed ${seed}`);
  const names = Array.from({ length: count }, (_, n) => `gate-${n + 1}`);
  const tickets = names.map((prefix) => ({ prefix, count: BEFORE_BACKUP + perDevice, entries: 1 }));
  const world = await createWorld({
    ...{ kind, seed, devices: [...names, OPEN_GATE], tickets },
    ...{ accessTokenSeconds: 60, longestHangMs: 0 },
  });
  const devices = names.map((name) => createDevice(world, name));
  const openGate = createDevice(world, OPEN_GATE);

  const scanAll = (from: number, many: number) =>
    Promise.all(devices.map((device) => device.scan(ownCodes(device.name, from, many))));
  await scanAll(0, BEFORE_BACKUP);
  await openGate.scan([entry('unknown')]);
  const putBack = await world.atRest(() => world.database.backUp());
  say('backup made');
  await scanAll(BEFORE_BACKUP, perDevice);
  const made = devices.flatMap(({ events }) => [...recordedIds(events).keys()]);
  await world.atRest(putBack);
  // The backup does not know the sessions that were renewed since.
  world.signOut();
  say('backup restored');

  const early: string[] = [];
  let late = 0;
  for (const device of devices) {
    const own = Array.from({ length: perDevice }, (_, n) => n).filter(isEntry);
    const codes = own.map((n) => `${device.name}-${BEFORE_BACKUP + n}`);
    const [before, after] = [codes.slice(0, TRIED), codes.slice(-TRIED)];
    early.push(...(await tryCodes(openGate, before)));
    // One scan, as a clerk who comes back does.
    await device.scan([entry(`back-${device.name}`)]);
    late += (await tryCodes(openGate, after)).length;
    say(`${device.name} is back`);
  }

  const cameBack = await readCameBack(world);
  const stored = await world.inspect(readDatabase);
  const ids = stored.scans.map(({ id }) => id);
  const there = new Set(ids);
  const codeOf = new Map(stored.scans.map(({ id, barcode }) => [id, barcode]));
  const inConflict = new Set(stored.conflicts.map(({ scanId }) => codeOf.get(scanId)));
  const lostByRestore = count * perDevice;
  const over = `${kind}, seed ${seed}: ${lostByRestore} scans after the backup, ${count} devices`;
  const undone = devices.flatMap(({ events }) => events.filter((event) => event.kind === 'undone'));
  const missing = made.filter((id) => !there.has(id));
  const missingUndos = undone.filter(({ id }) => !stored.undos.some(({ scanId }) => scanId === id));
  check('scans missing', { over, measured: missing.length, target: { is: 0 } });
  check('undos missing', { over, measured: missingUndos.length, target: { is: 0 } });
  check('scans recorded twice', { over, measured: ids.length - there.size, target: { is: 0 } });
  check('admitted again before their device was back', { over, measured: early.length, target: { is: count * TRIED } });
  const unmarked = early.filter((code) => !inConflict.has(code));
  check('of these in no conflict', { over, measured: unmarked.length, target: { is: 0 } });
  check('admitted again after their device was back', { over, measured: late, target: { is: 0 } });
  check('scans that came back, by Reports', { over, measured: cameBack, target: { is: lostByRestore } });
  await world.close();
}

/** Reads the number that a supervisor sees. */
async function readCameBack(world: World): Promise<number> {
  const { token } = await world.shiftAt(OPEN_GATE, { clerk: 0 });
  const api = createApiClient({ baseUrl: 'http://api', fetch: withToken(token, world.fetch) });
  const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
  const summary = await api.call(getReportSummary, { query: { from, to } });
  return summary.ok ? (summary.value.came_back ?? 0) : Number.NaN;
}

/** Presents codes at a healthy gate. Resolves with those that it admitted. */
async function tryCodes(gate: Device, codes: readonly string[]): Promise<string[]> {
  const seen = gate.events.length;
  await gate.scan(codes.map(entry));
  const events = gate.events.slice(seen);
  const codeOf = recordedIds(events);
  return events.flatMap((event) => {
    if (event.kind !== 'shown' || event.verdict.outcome !== 'accepted') return [];
    return codeOf.get(event.id) ?? [];
  });
}
