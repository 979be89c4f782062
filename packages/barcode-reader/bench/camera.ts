import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findProcess, launchBrowser } from '../../../scripts/bench/browser.ts';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { levels } from './camera/conditions.ts';
import { drawSession, sessionFrame } from './camera/draw-session.ts';
import { judge, type Verdict } from './camera/judge.ts';
import { percentile } from './camera/percentile.ts';
import { cpuSecondsOfTree } from './camera/process-tree.ts';
import { planSession, type SessionPlan } from './camera/session-plan.ts';

const peers = ['zxing-wasm in a worker', 'barcode-detector', '@zxing/browser', 'html5-qrcode'];

/** The results of a subject, and its cost. */
interface Run extends Verdict {
  readonly liveMs: number;
  readonly cpuPerSecond: number;
  readonly mainThreadMsPerSecond: number;
}

/** How often each subject opens the camera, each time on a page of its own: a single opening varies too much. */
const openings = 7;

await runBench('Barcode reader: a camera session', measure, { options: ['corpus', 'seed', 'only'] });

async function measure(bench: Bench): Promise<void> {
  const plan = await planSession({
    seed: Number(bench.option('seed') ?? 1),
    corpus: bench.option('corpus'),
    kinds: bench.size(9, 1),
  });
  const clip = await drawSession(plan, bench.say);
  const only = bench.option('only');
  const names = only?.split(',') ?? ['ours', ...(bench.short ? [] : peers)];
  const alone = await runSubject('camera alone', plan, { clip, seconds: bench.size(20, 5) });
  const runs = new Map<string, Run>();
  for (const name of names) {
    const run = await runSubject(name, plan, { clip, seconds: plan.seconds });
    runs.set(name, run);
    bench.say(summary(name, run, plan));
  }
  report(bench, plan, { runs, alone });
}

async function runSubject(
  name: string,
  plan: SessionPlan,
  { clip, seconds }: { clip: string; seconds: number },
): Promise<Run> {
  const server = await servePage(
    fileURLToPath(new URL('camera/page/page.ts', import.meta.url)),
    async (request, response) => {
      if (request.url !== '/barcode-detector.wasm') return false;
      response.writeHead(200, { 'Content-Type': 'application/wasm' }).end(await barcodeDetectorBinary());
      return true;
    },
  );
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ]);
  try {
    const context = await browser.newContext();
    const liveMs: number[] = [];
    for (let opening = 0; opening < openings; opening++) {
      const page = await context.newPage();
      await page.goto(server.origin);
      liveMs.push((await page.evaluate((one) => globalThis.session.run(one, 0), name)).liveMs);
      await page.close();
    }
    const page = await context.newPage();
    const processId = await findProcess(context);
    await page.goto(server.origin);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    const taskSeconds = async () =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    const before = { cpu: cpuSecondsOfTree(processId), task: await taskSeconds(), at: performance.now() };
    const lastFrame = Math.floor((seconds - 0.1) * sessionFrame.framesPerSecond);
    const record = await page.evaluate(([one, last]) => globalThis.session.run(one, last), [name, lastFrame] as const);
    const passed = (performance.now() - before.at) / 1000;
    return {
      ...judge(plan, record, sessionFrame.framesPerSecond),
      liveMs: percentile(liveMs, 50),
      cpuPerSecond: (cpuSecondsOfTree(processId) - before.cpu) / passed,
      mainThreadMsPerSecond: (((await taskSeconds()) - before.task) * 1000) / passed,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The binary of barcode-detector, which depends on another version of zxing-wasm. */
async function barcodeDetectorBinary(): Promise<Buffer> {
  const folder = await realpath(
    fileURLToPath(new URL('./node_modules/barcode-detector/package.json', import.meta.url)),
  );
  return readFile(createRequire(folder).resolve('zxing-wasm/reader/zxing_reader.wasm'));
}

function summary(name: string, run: Run, plan: SessionPlan): string {
  const perLevel = levels.map((level) => {
    const of = (showings: SessionPlan['showings']) => showings.filter((showing) => showing.level === level).length;
    return `${level} ${of([...run.delays.keys()])}/${of(plan.showings)}`;
  });
  const missed = plan.showings
    .filter((showing) => !run.delays.has(showing))
    .map(({ kind, level, source }) => `${kind}/${level}/${source}`);
  return [
    `${name}: ${run.read}/${plan.showings.length} read (${perLevel.join(', ')}), p50 ${run.p50Ms.toFixed(0)} p90 ${run.p90Ms.toFixed(0)} p95 ${run.p95Ms.toFixed(0)} ms,`,
    `wrong ${run.wrong.length} ${JSON.stringify(run.wrong)}, ${run.callbacksPerCode.toFixed(2)} calls a code, live ${run.liveMs.toFixed(0)} ms,`,
    `long tasks ${run.longTaskMsPerSecond.toFixed(1)} ms/s, main thread ${run.mainThreadMsPerSecond.toFixed(1)} ms/s, CPU ${run.cpuPerSecond.toFixed(2)} s/s,`,
    `${(run.pictures / run.seconds).toFixed(1)} pictures/s; missed ${missed.join(' ')}`,
  ].join(' ');
}

function report(
  { check, short }: Bench,
  plan: SessionPlan,
  { runs, alone }: { runs: ReadonlyMap<string, Run>; alone: Run },
): void {
  const run = runs.get('ours');
  const others = [...runs].filter(([name]) => name !== 'ours');
  const over = `${plan.showings.length} codes, ${plan.seconds.toFixed(0)} s`;
  const best = (pick: (run: Run) => number, better: (...values: number[]) => number) =>
    better(...others.map(([, other]) => pick(other)));
  const figures: readonly [
    string,
    (run: Run) => number,
    string,
    ((peer: number) => { atMost: number } | { atLeast: number })?,
  ][] = [
    ['codes read', (one) => one.read, '', (peer) => ({ atLeast: peer + 1 })],
    // No target for times over all codes: a reader of harder codes has longer times. Only the same codes are compared.
    ['first read, p50', (one) => one.p50Ms, 'ms'],
    ['first read, p90', (one) => one.p90Ms, 'ms'],
    ['first read, p95', (one) => one.p95Ms, 'ms'],
    ['camera live', (one) => one.liveMs, 'ms', () => ({ atMost: 277 })],
  ];
  for (const [figure, pick, unit, target] of figures) {
    const more = figure === 'codes read';
    const counted = figure === 'camera live' ? `p50 of ${openings} openings` : over;
    if (run) {
      const peer = best(pick, more ? Math.max : Math.min);
      check(figure, {
        over: counted,
        measured: pick(run),
        unit,
        ...(target && !short && others.length > 0 && { target: target(peer) }),
      });
    }
    for (const [name, other] of others) check(`${figure}: ${name}`, { over: counted, measured: pick(other), unit });
  }
  if (run) {
    for (const [name, other] of others) {
      const both = [...run.delays].filter(([showing]) => other.delays.has(showing));
      const ours = both.map(([, delay]) => delay);
      const theirs = both.map(([showing]) => other.delays.get(showing) ?? 0);
      for (const percent of [50, 90]) {
        const figure = `first read of what ${name} read too, p${percent}`;
        const peer = percentile(theirs, percent);
        const target = short ? {} : { target: { atMost: peer } };
        check(figure, { over: `${both.length} codes`, measured: percentile(ours, percent), unit: 'ms', ...target });
        check(`the same: ${name}`, { over: `${both.length} codes`, measured: peer, unit: 'ms' });
      }
    }
    check('wrong texts', { over, measured: run.wrong.length, target: { is: 0 } });
    check('callbacks a code', { over, measured: run.callbacksPerCode, target: { is: 1 } });
    check('long tasks', { over, measured: run.longTaskMsPerSecond, unit: 'ms/s', target: { atMost: 2 } });
    const looked = run.pictures / run.seconds;
    const perFrame = (run.mainThreadMsPerSecond - alone.mainThreadMsPerSecond) / looked;
    check('main thread a frame, beyond showing the camera', {
      over,
      measured: perFrame,
      unit: 'ms',
      target: { atMost: 1 },
    });
    const asGood = others.filter(([, other]) => other.read >= Math.max(...others.map(([, { read }]) => read)));
    const cpu = Math.min(...asGood.map(([, other]) => other.cpuPerSecond));
    check('CPU', {
      over,
      measured: run.cpuPerSecond,
      unit: 's/s',
      ...(asGood.length > 0 && { target: { atMost: cpu } }),
    });
  }
  for (const [name, other] of others) {
    check(`wrong texts: ${name}`, { over, measured: other.wrong.length });
    check(`callbacks a code: ${name}`, { over, measured: other.callbacksPerCode });
    check(`long tasks: ${name}`, { over, measured: other.longTaskMsPerSecond, unit: 'ms/s' });
    check(`CPU: ${name}`, { over, measured: other.cpuPerSecond, unit: 's/s' });
  }
  check('CPU: camera alone', { over: 'the first 20 s', measured: alone.cpuPerSecond, unit: 's/s' });
}
