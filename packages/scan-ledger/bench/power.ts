import { fileURLToPath } from 'node:url';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { seededRandom } from '../../../scripts/bench/random.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import type { ClerkEvent } from './chaos/history.ts';
import type { Shift } from './page/gate.ts';
import { createTracedProfile } from './power/traced-profile.ts';

const PAGE = fileURLToPath(new URL('./page/gate.ts', import.meta.url));
const MOST_SCANS = 40;
const SHIFT: Shift = {
  ...{ device: 'gate-1', domain: 'north', clerk: 'ada', token: '', bug: 'none' },
  checkpointId: '01939f8e-0000-7000-8000-000000000001',
};

await runBench(
  'Device: power cuts',
  async ({ say, check, size, option }) => {
    const seeds = option('seeds')?.split(',').map(Number) ?? [1];
    // No API: every scan waits on the device.
    const server = await servePage(PAGE, (request) => {
      const isCall = request.url?.startsWith(`/${SHIFT.device}~`) ?? false;
      if (isCall) request.socket.destroy();
      return isCall;
    });
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const cuts = Math.ceil(size(50, 3) / seeds.length);
      say(`Chromium, seed ${seed}: ${cuts} power cuts`);
      const strict = await cutPower({ origin: server.origin, cuts, random, isRelaxed: false });
      const over = `Chromium, seed ${seed}: ${cuts} power cuts`;
      check('scans acknowledged', { over, measured: strict.acknowledged, target: { atLeast: cuts } });
      check('bytes dropped', { over, measured: strict.dropped });
      check('acknowledged scans missing', { over, measured: strict.lost, target: { is: 0 } });
      // One scan is written at a time.
      const target = { atMost: strict.cutsAtLeftLog };
      check('of cuts across two files of Chromium', { over, measured: strict.lostAtLeftLog, target });
      const relaxed = await cutPower({ origin: server.origin, cuts: 2, random, isRelaxed: true });
      const without = `Chromium, seed ${seed}: 2 power cuts without syncing`;
      const lost = relaxed.lost + relaxed.lostAtLeftLog;
      check('acknowledged scans missing', { over: without, measured: lost, target: { moreThan: 0 } });
    }
  },
  { options: ['seeds'] },
);

interface CutPowerOptions {
  readonly origin: string;
  readonly cuts: number;
  readonly random: () => number;
  /** Whether the ledger's transactions are not synced. */
  readonly isRelaxed: boolean;
}

/** Cuts the power of a device again and again while codes are recorded, and looks for each one after the next start. */
async function cutPower({ origin, cuts, random, isRelaxed }: CutPowerOptions) {
  const profile = createTracedProfile();
  /** The scans, each with its cut. */
  const acknowledged = new Map<string, number>();
  const atLeftLog = new Set<number>();
  let cut = 0;
  let dropped = 0;

  async function start(onTick: () => void) {
    const context = await profile.open();
    if (isRelaxed) await context.addInitScript(relax);
    await context.exposeFunction('report', (event: ClerkEvent) => {
      if (event.kind !== 'recorded') return;
      acknowledged.set(event.scan.id, cut);
      onTick();
    });
    const page = await context.newPage();
    await page.goto(origin);
    await page.evaluate((shift) => globalThis.gate.start(shift, { needsTickets: false }), SHIFT);
    return { context, page };
  }

  for (; cut < cuts; cut += 1) {
    let left = 1 + Math.floor(random() * MOST_SCANS);
    const enough = Promise.withResolvers<void>();
    const { context, page } = await start(() => {
      left -= 1;
      if (left === 0) enough.resolve();
    });
    const codes = Array.from({ length: MOST_SCANS * 2 }, (_, n) => {
      return { barcode: `${cut}-${n}`, mode: 'entry', waits: false, undone: false } as const;
    });
    void page.evaluate((given) => globalThis.gate.work(given), codes).catch(() => {});
    await enough.promise;
    const { dropped: bytes, isOfLeftLog } = await profile.cutPower(context);
    dropped += bytes;
    if (isOfLeftLog) atLeftLog.add(cut);
  }
  const { context, page } = await start(() => {});
  const { log } = await page.evaluate(() => globalThis.gate.end(0));
  await context.close();
  const there = new Set(log.map(({ scan }) => scan.id));
  const missing = [...acknowledged].filter(([id]) => !there.has(id));
  const lostAtLeftLog = missing.filter(([, of]) => atLeftLog.has(of)).length;
  return {
    acknowledged: acknowledged.size,
    dropped,
    lost: missing.length - lostAtLeftLog,
    cutsAtLeftLog: atLeftLog.size,
    lostAtLeftLog,
  };
}

/** Runs in the page: what the browser writes is on the disk some time later. */
function relax(): void {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function relaxed(names, mode, options) {
    return transaction.call(this, names, mode, { ...options, durability: 'relaxed' });
  };
}
