import { runBench, type Target } from '../../../scripts/bench/run-bench.ts';
import type { DecodeCase } from './decode/decode-case.ts';
import { generatedCodes, generatedEmpties } from './decode/generated-set.ts';
import { loadOurs } from './decode/ours.ts';
import { loadPeers } from './decode/peers.ts';
import { findPhotographs, halfOf, moving, movingEmpties, stills } from './decode/photographs.ts';
import { printTallies } from './decode/print-tallies.ts';
import { runSet, type Tally } from './decode/run-set.ts';

/** The seed of the drawn frames; another seed draws another set. */
const SEED = 20261121;

const options = ['corpus', 'seed', 'peers', 'half'] as const;

await runBench(
  'Decode',
  async ({ size, say, check, option, short }) => {
    const seed = Number(option('seed') ?? SEED);
    const ours = await loadOurs();
    const wanted = option('peers')?.split(',') ?? null;
    const peers = (await loadPeers()).filter(({ name }) => !wanted || wanted.includes(name));
    const corpus = option('corpus');
    const half = option('half');
    const photographs = (corpus ? findPhotographs(corpus) : [])
      .filter((photograph) => half === undefined || halfOf(photograph) === half)
      .filter((_, index) => !short || index % 8 === 0);

    async function measure(title: string, frames: 'frames' | 'still', sets: AsyncGenerator<DecodeCase>[]) {
      say(title);
      const tallies = await runSet([ours[frames], ...peers], inTurn(sets));
      printTallies(title, tallies, say);
      return tallies;
    }

    const generated = await measure('generated, four frames of 720p', 'frames', [
      generatedCodes(seed, size(8, 1)),
      generatedEmpties(seed + 1, size(48, 4)),
    ]);
    compareMoving('generated frames', generated, { atLeast: 1.25 });
    if (photographs.length > 0) {
      const title = 'photographs in four frames of 720p';
      const embedded = [moving(photographs, seed), movingEmpties(photographs, seed)];
      compareMoving('moving photographs', await measure(title, 'frames', embedded), { moreThan: 1 });
      compareStill(await measure('photographs, still', 'still', [stills(photographs)]));
    }

    function compareMoving(over: string, [us, ...others]: readonly Tally[], ratio: Target) {
      const tuned = others.find(({ name }) => name === 'zxing-wasm tuned');
      if (!us || !tuned) return;
      const ms = (sum: number, count: number) => sum / Math.max(1, count);
      const set = `${us.codes} ${over}`;
      check('codes read, against zxing-wasm tuned', {
        over: set,
        measured: us.read / tuned.read,
        target: ratio,
        unit: 'x',
      });
      check('wrong reads more than zxing-wasm tuned', {
        over: set,
        measured: Math.max(0, us.wrong - tuned.wrong),
        target: { is: 0 },
      });
      check('time a frame with a code, against zxing-wasm tuned', {
        over: set,
        measured: ms(us.codeMs, us.codeFrames) / ms(tuned.codeMs, tuned.codeFrames),
        target: { atMost: 0.5 },
        unit: 'x',
      });
      if (us.empties === 0) return;
      const empty = `${us.empties} without a code, ${over}`;
      check('false reads', { over: empty, measured: us.falseReads, target: { is: 0 } });
      check('time an empty frame, against zxing-wasm tuned', {
        over: empty,
        measured: ms(us.emptyMs, us.emptyFrames) / ms(tuned.emptyMs, tuned.emptyFrames),
        target: { atMost: 0.5 },
        unit: 'x',
      });
    }

    function compareStill([us, ...others]: readonly Tally[]) {
      const tuned = others.find(({ name }) => name === 'zxing-wasm tuned');
      if (!us || !tuned) return;
      const over = `${us.codes} photographs`;
      check('points above zxing-wasm tuned, still', {
        over,
        measured: (100 * (us.read - tuned.read)) / us.codes,
        target: { atLeast: 5 },
      });
      check('wrong reads more than zxing-wasm tuned, still', {
        over,
        measured: Math.max(0, us.wrong - tuned.wrong),
        target: { is: 0 },
      });
      check('false reads, still', {
        over: `${us.empties} photographs without a code`,
        measured: us.falseReads,
        target: { is: 0 },
      });
    }
  },
  { options },
);

async function* inTurn(sets: readonly AsyncGenerator<DecodeCase>[]): AsyncGenerator<DecodeCase> {
  for (const set of sets) yield* set;
}
