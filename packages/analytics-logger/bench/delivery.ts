import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { launchBrowser, type Page } from '../../../scripts/bench/browser.ts';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { seededRandom } from '../../../scripts/bench/random.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { type AnalyticsLogger, type AnalyticsStatistics, createAnalyticsLogger } from '../src/index.ts';
import { type Collector, startCollector } from './collector.ts';
import { FAILURES } from './failures.ts';
import { loggerOptions } from './logger-options.ts';

const FAILURE_RATE = 0.3;
/** The share of successful requests with one event refused. */
const REFUSAL_RATE = 0.02;
const FLUSH_MS = 5_000;
const EVENTS_A_FLUSH = 25;
const EVENTS_A_VISIT = 5;

await runBench('Analytics logger', async (bench) => {
  await failAtRandom(bench);
  await outage(bench);
  await leavePages(bench);
});

/** A service that fails three requests of ten, in every known way. */
async function failAtRandom({ size, say, check }: Bench): Promise<void> {
  const count = size(10_000, 2_000);
  say(`${count} events, ${FAILURE_RATE * 100} % of the requests fail`);
  const random = seededRandom(7);
  let ways = 0;
  const collector = await startCollector();
  const { logger, flush, recover } = startLogger(collector);
  collector.plan = () => {
    if (random() >= FAILURE_RATE) return random() < REFUSAL_RATE ? { refuses: 1 } : undefined;
    ways += 1;
    return FAILURES[ways % FAILURES.length];
  };
  let logged = 0;
  const logSome = () => {
    const end = Math.min(count, logged + Math.floor(random() * 20));
    for (; logged < end; logged += 1) logger.log({ name: `event-${logged}` });
  };
  while (logged < count) {
    logSome();
    await flush(logSome);
  }
  await recover();

  const names = collector.stored.filter((name) => name.startsWith('event-'));
  const missing = count - names.length;
  const refused = [...collector.refused].filter((name) => !names.includes(name)).length;
  const numbers = names.map((name) => Number(name.slice(6)));
  const inversions = numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length;
  const over = `${count} events, ${collector.requests} requests`;
  say(`${missing} not delivered, ${collector.countDropped()} counted as dropped, ${refused} refused one by one`);
  say(`${collector.duplicates} arrived twice, under the same id`);
  check('failed requests', {
    over: `${FAILURES.length} ways to fail`,
    measured: ways,
    target: { atLeast: FAILURES.length },
  });
  check('events neither delivered nor counted', {
    over,
    measured: Math.max(0, missing - refused - collector.countDropped()),
    target: { is: 0 },
  });
  // One more: the logger's own first event.
  check('events that its own statistics miss', {
    over,
    measured: Math.abs(count + 1 - total(logger.getStatistics())),
    target: { is: 0 },
  });
  check('events out of order', { over, measured: inversions, target: { is: 0 } });
  await collector.close();
}

/** A service that cannot be reached at all, on a mock clock. */
async function outage({ size, say, check }: Bench): Promise<void> {
  const minutes = size(60, 15);
  say(`an outage of ${minutes} minutes`);
  const collector = await startCollector();
  collector.remembers = false;
  collector.plan = () => FAILURES[0];
  const { logger, flush, recover } = startLogger(collector);
  const heaps: number[] = [];
  let logged = 1;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let flushes = 0; flushes < 60_000 / FLUSH_MS; flushes += 1) {
      for (let event = 0; event < EVENTS_A_FLUSH; event += 1) {
        logged += 1;
        logger.log({ name: `event-${logged}`, properties: { note: `${logged} `.repeat(100) } });
      }
      await flush();
    }
    // The first minutes fill buffer and history, and warm the platform's own pools.
    if (minute >= minutes / 3) heaps.push(measureHeap());
  }
  const buffered = logger.getStatistics().buffered;
  collector.remembers = true;
  await recover();
  const statistics = logger.getStatistics();
  const over = `${minutes} minutes, ${logged} events, ${collector.requests} requests`;
  const growth = (average(heaps.slice(-3)) - average(heaps.slice(0, 3))) / 1_048_576;
  check('growth of the heap after the first third', { over, measured: growth, target: { atMost: 0.5 }, unit: 'MB' });
  check('events buffered at its end', { over, measured: buffered, target: { atMost: 100 } });
  check('events neither delivered nor counted after it', {
    over,
    measured: Math.abs(logged - statistics.delivered - collector.countDropped()),
    target: { is: 0 },
  });
  await collector.close();
}

/** Real pages that log and are closed at once. */
async function leavePages({ size, say, check }: Bench): Promise<void> {
  const visits = size(200, 24);
  say(`${visits} pages that are closed`);
  const collector = await startCollector();
  const server = await servePage(fileURLToPath(new URL('page/leaving.ts', import.meta.url)));
  const browser = await launchBrowser();
  const context = await browser.newContext();
  const address = `${server.origin}/?collector=${encodeURIComponent(collector.origin)}`;
  let page = await context.newPage();
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto(address);
    await page.waitForFunction(() => 'logLast' in globalThis);
    const names = Array.from({ length: EVENTS_A_VISIT }, (_, index) => `visit-${visit}-${index}`);
    await leave(page, visit, names);
    if (page.isClosed()) page = await context.newPage();
  }
  const logged = visits * EVENTS_A_VISIT;
  const countStored = () => collector.stored.filter((name) => name.startsWith('visit-')).length;
  for (let wait = 0, before = -1; wait < 20 && before !== countStored() && countStored() < logged; wait += 1) {
    before = countStored();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  check('delivered when the page is left', {
    over: `${visits} pages, ${logged} events`,
    measured: (100 * countStored()) / logged,
    target: { atLeast: 95 },
    unit: '%',
  });
  await browser.close();
  await server.close();
  await collector.close();
}

/** By a link, a reload, the address bar, and by closing the tab. */
async function leave(page: Page, visit: number, names: readonly string[]): Promise<void> {
  const way = visit % 4;
  const next = `${new URL(page.url()).origin}/left?visit=${visit}`;
  if (way < 2) {
    await page.evaluate(
      ({ names, next }) => {
        globalThis.logLast(names);
        if (next) location.assign(next);
        else location.reload();
      },
      { names, next: way === 0 ? next : '' },
    );
    await page.waitForEvent('load');
    return;
  }
  await page.evaluate((names) => globalThis.logLast(names), names);
  if (way === 2) await page.goto('about:blank');
  else await page.close();
}

/** A logger on a mock clock that waits for the requests under way on real sockets. */
function startLogger(collector: Collector) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
  const logger: AnalyticsLogger = createAnalyticsLogger({
    ...loggerOptions(collector.origin),
    load: () => import('../src/axiom-client.ts'),
    onPageHide: () => () => {},
    console: { debug() {}, info() {}, warn() {}, error() {} },
  });
  logger.start();

  /** Moves the clock until the flush under way, if there is one, has ended; the client waits before it retries. */
  async function finish(): Promise<void> {
    let isDone = false;
    const flushed = logger.flush().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await setImmediate();
      mock.timers.tick(10);
    }
    await flushed;
  }

  return {
    logger,
    /** The timer's next flush; `meanwhile` logs while it is under way. */
    async flush(meanwhile = () => {}) {
      mock.timers.tick(FLUSH_MS);
      await setImmediate();
      meanwhile();
      await finish();
    },
    /** The service accepts everything again, and every rate limit has ended. */
    async recover() {
      collector.plan = () => undefined;
      mock.timers.tick(90_000);
      await finish();
      mock.timers.reset();
    },
  };
}

function total({ delivered, rejected, dropped, buffered }: AnalyticsStatistics): number {
  return delivered + rejected + dropped + buffered;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
