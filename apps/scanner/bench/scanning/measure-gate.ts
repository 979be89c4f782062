import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { watchVerdicts } from '../../e2e/support/watch-verdicts.ts';
import { type Harness, signIn } from './open-harness.ts';
import type { PageRecord } from './page-record.ts';
import { type Task, traceTasks } from './trace-tasks.ts';

const KINDS = ['qr_code', 'code_128', 'aztec', 'pdf417', 'data_matrix'] as const;

const symbologyOf = (number: number) => KINDS[number % KINDS.length] ?? 'qr_code';

/** A clerk at a gate: each visitor has arrived before the verdict of the previous one is closed. */
export async function measureGate({ short, size, say, check }: Bench, harness: Harness): Promise<void> {
  const codes = await harness.issueTickets(size(101, 11));
  say(`scanning ${codes.length} codes in a row`);
  const { context, page } = await harness.openPhone();
  // Every verdict stays until the clerk presses Next.
  await page.evaluate(() => {
    localStorage.scannerHold = JSON.stringify({ accepted: 0, attention: 0, refused: 0, undecided: 0 });
  });
  await page.reload();
  await signIn(page);
  await page.getByRole('link', { name: 'Scan', exact: true }).click();
  await page.getByText('Point at a code').waitFor();
  const shown = await watchVerdicts(page);
  const hold = (number: number) =>
    harness.camera.show({ symbology: symbologyOf(number), text: codes[number] ?? '', size: 0.8 });
  await hold(0);
  await shown.next();
  // The button has a fixed position: finding it by a locator would cost the page more than the tap.
  const box = await page.getByRole('button', { name: 'Next' }).boundingBox();
  if (!box) throw new Error('There is no way to the next code.');
  await page.evaluate(() => globalThis.forgetRecord());
  const tasks: Task[] = [];
  for (let from = 1; from < codes.length; from += SCANS_A_TRACE) {
    const traced = await traceTasks(page, async () => {
      for (let number = from; number < Math.min(from + SCANS_A_TRACE, codes.length); number += 1) {
        await hold(number);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await shown.next();
      }
    });
    tasks.push(...traced);
  }
  const record = await page.evaluate(() => globalThis.pageRecord);
  await context.close();

  const over = `${codes.length - 1} scans`;
  const long = tasks.filter(({ ms }) => ms > LONG_MS);
  if (long.length > 0) say(`tasks over 50 ms, and of their own: ${long.map(describeTask).join(', ')}`);
  check('main-thread tasks over 50 ms of their own', {
    over,
    measured: long.filter(({ ownMs }) => ownMs > LONG_MS).length,
    // Beside other work, the time of a thread contains what the host and the other half of its core take.
    ...(!short && { target: { is: 0 } }),
  });
  check('the longest main-thread task, its own time', {
    over,
    measured: Math.max(...tasks.map(({ ownMs }) => ownMs)),
    unit: 'ms',
  });
  check('main-thread tasks over 50 ms by the clock', { over, measured: long.length });
  for (const [figure, spent, atMost] of timesOf(record, codes.slice(1))) {
    check(`${figure}, p50`, { over, measured: percentile(spent, 50), unit: 'ms' });
    check(`${figure}, p95`, {
      over,
      measured: percentile(spent, 95),
      unit: 'ms',
      ...(!short && atMost !== undefined && { target: { atMost } }),
    });
  }
}

const LONG_MS = 50;
/** The browser drops entries that do not fit into its buffer. */
const SCANS_A_TRACE = 20;
const describeTask = ({ ms, ownMs }: Task) => `${ms.toFixed(0)} (${ownMs.toFixed(0)}) ms`;

/** Of stacked codes the reader believes the second frame, if it agrees with the first. */
const framesToBelieve = (number: number) => (symbologyOf(number) === 'pdf417' ? 2 : 1);

type Times = readonly [figure: string, spent: readonly number[], atMost?: number];

function timesOf(
  { decodes, tones, verdicts, halos, nexts, framesSent }: PageRecord,
  codes: readonly string[],
): Times[] {
  const after = (times: readonly number[], at: number, skip = 0) =>
    (times.filter((time) => time >= at)[skip] ?? Number.NaN) - at;
  const framesOf = (code: string) => decodes.filter(({ text }) => text === code).map(({ at }) => at);
  const firstAt = codes.map((code) => framesOf(code)[0] ?? Number.NaN);
  const decodedAt = codes.map((code, index) => framesOf(code)[framesToBelieve(index + 1) - 1] ?? Number.NaN);
  return [
    ['first frame with the code to verdict on the screen', firstAt.map((at) => after(verdicts, at))],
    ['decode to tick', decodedAt.map((at) => after(tones, at)), 100],
    ['decode to verdict on the screen', decodedAt.map((at) => after(verdicts, at)), 100],
    ['decode to halo', decodedAt.map((at) => after(halos, at)), 100],
    ["decode to the verdict's sound", decodedAt.map((at) => after(tones, at, 1)), 100],
    ['Next to decoding again', nexts.map((at) => after(framesSent, at)), 150],
  ];
}
