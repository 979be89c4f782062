import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import { cameraFrames } from '../src/testing/camera-frames.ts';
import { createNodeLoader } from '../src/testing/in-process-worker.ts';
import { createDecodeSession } from '../src/worker/decode-session.ts';
import type { WorkerResponse } from '../src/worker/responses.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const megabyte = 1_000_000;
const symbologies = ['qr_code', 'code_128', 'ean_13', 'data_matrix', 'pdf417', 'aztec'] as const;

await runBench('Barcode reader: memory', async ({ size, say, check }) => {
  const frames = size(10_000, 400);
  const warmUp = size(2_000, 100);
  const pictures = await drawPictures();
  const answers = { codes: 0, failed: 0, read: 0 };
  const session = createDecodeSession({
    createLoader: createNodeLoader,
    reply: (response: WorkerResponse) => {
      if (response.type === 'codes') answers.read += response.codes.length;
      if (response.type === 'codes' || response.type === 'failed') answers[response.type]++;
    },
  });
  await session.receive({ type: 'configure', wasmUrl: '/', engine: 'wasm', symbologies, maximumCodes: 1 });

  let before = measure();
  for (let id = 1; id <= frames; id++) {
    // Every tenth frame is broken: it has fewer bytes than pixels.
    const { data, width, height } = pictures[id % pictures.length] ?? { data: new Uint8Array(), width: 1, height: 1 };
    const pixels = (id % 10 === 0 ? data.slice(0, 100) : data.slice()).buffer;
    await session.receive({ type: 'frame', id, width, height, source: { kind: 'pixels', pixels, width, height } });
    if (id === warmUp) before = measure();
    if (id % 2_000 === 0) say(`${id} frames`);
  }
  const after = measure();
  const over = `frames ${warmUp.toLocaleString('en')} to ${frames.toLocaleString('en')}, every tenth broken`;
  check('answers', { over, measured: answers.codes + answers.failed, target: { is: frames } });
  check('broken frames told', { over, measured: answers.failed, target: { is: Math.floor(frames / 10) } });
  check('codes read', { over, measured: answers.read, target: { atLeast: frames / 10 } });
  const heap = (after.heap - before.heap) / megabyte;
  const buffers = (after.buffers - before.buffers) / megabyte;
  check('growth of the heap', { over, measured: heap, unit: 'MB', target: { atMost: 1 } });
  check('growth of buffers, wasm memory included', { over, measured: buffers, unit: 'MB', target: { atMost: 1 } });
});

/** The heap in use after garbage collection. */
function measure() {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers };
}

async function drawPictures() {
  const scenes = [
    { symbology: 'qr_code', text: 'TICKET-0001', seconds: 0.1 },
    { empty: true, seconds: 0.1 },
    { symbology: 'code_128', text: 'TICKET-0002', seconds: 0.1, blur: 1.5 },
    { symbology: 'pdf417', text: 'TICKET-0003', seconds: 0.1, rotateDegrees: 20 },
  ] as const;
  const pictures = [];
  for await (const picture of cameraFrames({ width: 480, height: 360, framesPerSecond: 10, scenes })) {
    pictures.push(picture);
  }
  return pictures;
}
