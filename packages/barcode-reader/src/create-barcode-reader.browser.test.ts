import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type BarcodeRead,
  type BarcodeReaderOptions,
  createBarcodeReader,
  createCamera,
  createFrameTaker,
  type FrameReport,
} from './index.ts';
import { type CameraFrame, cameraFrames, playFrames, type Scene } from './testing/index.ts';

const wasmUrl = new URL('../zxing_reader.wasm', import.meta.url).href;
const createWorker = () => new Worker(new URL('./worker/barcode-worker.ts', import.meta.url), { type: 'module' });

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0).reverse()) step();
});

function startReader(options: Partial<BarcodeReaderOptions> = {}) {
  const reader = createBarcodeReader({ createWorker, wasmUrl, ...options });
  reader.start();
  cleanUp.push(() => reader.stop());
  return reader;
}

async function draw(scenes: readonly Scene[], width = 640, height = 480): Promise<CameraFrame[]> {
  const frames: CameraFrame[] = [];
  for await (const frame of cameraFrames({ width, height, scenes, framesPerSecond: 10 })) frames.push(frame);
  return frames;
}

async function play(scenes: readonly Scene[]) {
  const { stream, show, stop } = playFrames(await draw(scenes), { framesPerSecond: 10 });
  const video = document.createElement('video');
  const camera = createCamera({ mediaDevices: { getUserMedia: async () => stream, enumerateDevices: async () => [] } });
  camera.attach(video);
  document.body.append(video);
  await camera.open();
  cleanUp.push(() => {
    camera.close();
    video.remove();
    stop();
  });
  return { video, show };
}

async function png(frame: CameraFrame): Promise<Blob> {
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  const pixels = Uint8ClampedArray.from({ length: frame.width * frame.height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (frame.data[at >> 2] ?? 0),
  );
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, frame.width, frame.height), 0, 0);
  return canvas.convertToBlob();
}

describe('a camera before which codes are held', () => {
  const hand = { motion: 60, blur: 0.5, noise: 4, tiltDegrees: 12, rotateDegrees: 8 };

  test.each([
    ['a VideoFrame', undefined],
    ['a bitmap', createFrameTaker(['bitmap'])],
    ['a canvas of the page', createFrameTaker(['canvas'])],
  ])('each is read once and right, from %s, in the worker', async (_way, frameTaker) => {
    const label = await draw([{ symbology: 'ean_13', text: '2112345678900', seconds: 1, ...hand }]);
    const { video, show } = await play([{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 1, ...hand }]);
    const reader = startReader(frameTaker ? { frameTaker } : {});
    const reads: BarcodeRead[] = [];
    const reports: FrameReport[] = [];
    reader.watch(video, (read) => reads.push(read), { onFrame: (report) => reports.push(report) });
    const until = (done: () => boolean) => vi.waitUntil(done, { timeout: 20_000 });
    await until(() => reads.length > 0);
    show(label);
    await until(() => reads.length > 1);
    const { length } = reports;
    await until(() => reports.length > length + 2);
    expect(reader.getSnapshot()).toMatchObject({ status: 'ready', engine: 'wasm' });
    expect(reads.map(({ symbology, text, engine }) => [symbology, text, engine])).toEqual([
      ['qr_code', 'TICKET-0001', 'wasm'],
      ['ean_13', '2112345678900', 'wasm'],
    ]);
    expect(reads[1]?.frames).toBeGreaterThanOrEqual(2);
    for (const { x, y } of reads[0]?.corners ?? []) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(640);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(480);
    }
  });

  test('the decoder in JavaScript reads too', async () => {
    const { video } = await play([{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 1 }]);
    const reader = startReader({ engine: 'js', wasmUrl: '/nowhere.wasm' });
    const reads: BarcodeRead[] = [];
    reader.watch(video, (read) => reads.push(read));
    await vi.waitFor(() => expect(reads).toMatchObject([{ text: 'TICKET-0001', engine: 'js' }]), { timeout: 20_000 });
  });

  test('a camera that ended is opened again, and the same watch reads on', async () => {
    const streams: MediaStream[] = [];
    async function getUserMedia() {
      const text = `TICKET-${streams.length + 1}`;
      const frames = await draw([{ symbology: 'qr_code', text, seconds: 0.2 }]);
      const { stream, stop } = playFrames(frames, { framesPerSecond: 10 });
      cleanUp.push(stop);
      streams.push(stream);
      return stream;
    }
    const video = document.body.appendChild(document.createElement('video'));
    const camera = createCamera({ mediaDevices: { getUserMedia, enumerateDevices: async () => [] } });
    cleanUp.push(() => {
      camera.close();
      video.remove();
    });
    camera.attach(video);
    await camera.open();
    const reads: string[] = [];
    startReader({ symbologies: ['qr_code'] }).watch(video, ({ text }) => reads.push(text));
    await vi.waitFor(() => expect(reads).toEqual(['TICKET-1']), { timeout: 20_000 });
    const [track] = streams[0]?.getVideoTracks() ?? [];
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
    await vi.waitFor(() => expect(reads).toEqual(['TICKET-1', 'TICKET-2']), { timeout: 20_000 });
    expect(streams).toHaveLength(2);
  });

  test('a worker that cannot be loaded is reported', async () => {
    const reader = startReader({ createWorker: () => new Worker('/nowhere/worker.js', { type: 'module' }) });
    await vi.waitFor(
      () => expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'worker-failed' } }),
      { timeout: 20_000 },
    );
  });

  test('a decoder that cannot be loaded is reported', async () => {
    const reader = startReader({ engine: 'wasm', wasmUrl: '/nowhere.wasm' });
    await vi.waitFor(
      () => expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'engine-unavailable' } }),
      { timeout: 20_000 },
    );
  });
});

describe('an image file', () => {
  test('is read, with every code that is in it', async () => {
    const [frame] = await draw([{ symbology: 'qr_code', text: 'Grüße\u001d🎫', seconds: 0.1, tiltDegrees: 10 }]);
    const reader = startReader();
    const reads = await reader.readImage(await png(frame as CameraFrame));
    expect(reads).toMatchObject([{ text: 'Grüße\u001d🎫', symbology: 'qr_code', engine: 'wasm', frames: 1 }]);
  });

  test('without a code gives no reads', async () => {
    const [frame] = await draw([{ empty: true, seconds: 0.1 }], 320, 240);
    expect(await startReader().readImage(await png(frame as CameraFrame))).toEqual([]);
  });

  test.each([
    ['is text', new Blob(['no picture'], { type: 'image/png' })],
    ['breaks off', new Blob([Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])], { type: 'image/png' })],
    [
      'has no size',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'], { type: 'image/svg+xml' }),
    ],
  ])('that %s is refused by a typed error', async (_what, image) => {
    await expect(startReader().readImage(image)).rejects.toMatchObject({
      name: 'BarcodeReaderError',
      code: 'invalid-image',
    });
  });

  test('can be aborted', async () => {
    const [frame] = await draw([{ empty: true, seconds: 0.1 }]);
    const image = await png(frame as CameraFrame);
    const abort = new AbortController();
    const read = startReader().readImage(image, { signal: abort.signal });
    abort.abort();
    await expect(read).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('frames that cannot be read', () => {
  test('a closed frame is refused by its worker, and the next is taken another way', async () => {
    const { video } = await play([{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 1 }]);
    let refused = 0;
    const frameTaker = {
      take: (element: object) => {
        const frame = new VideoFrame(element as HTMLVideoElement);
        if (refused === 0) frame.close();
        return { source: { kind: 'video-frame' as const, frame }, width: 640, height: 480, transfer: [frame as never] };
      },
      refused: () => void refused++,
    };
    const reader = startReader({ frameTaker });
    const reads: BarcodeRead[] = [];
    reader.watch(video, (read) => reads.push(read));
    await vi.waitFor(() => expect(reads).toMatchObject([{ text: 'TICKET-0001' }]), { timeout: 20_000 });
    expect(refused).toBe(1);
  });
});

describe('taking frames', () => {
  test('where the browser refuses one way, the next is taken from the next frame on', async () => {
    const { video } = await play([{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 1 }]);
    await vi.waitFor(() => expect(video.videoWidth).toBe(640), { timeout: 10_000 });
    vi.stubGlobal(
      'VideoFrame',
      class {
        constructor() {
          throw new DOMException('Not from a camera.', 'NotSupportedError');
        }
      },
    );
    cleanUp.push(() => vi.unstubAllGlobals());
    const taker = createFrameTaker();
    await vi.waitFor(() => expect(video.readyState).toBeGreaterThanOrEqual(2));
    expect(await taker.take(video)).toBeNull();
    const frame = await taker.take(video);
    expect(frame).toMatchObject({ source: { kind: 'bitmap' }, width: 640, height: 480 });
    if (frame?.source.kind === 'bitmap') frame.source.bitmap.close();
    taker.refused();
    expect(await taker.take(video)).toMatchObject({ source: { kind: 'pixels', width: 640, height: 480 } });
    taker.refused();
    expect(await taker.take(video)).toMatchObject({ source: { kind: 'pixels' } });
  });

  test('a way that has worked is not left for one frame that the browser could not give', async () => {
    const { video } = await play([{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 1 }]);
    await vi.waitFor(() => expect(video.readyState).toBeGreaterThanOrEqual(2), { timeout: 10_000 });
    const RealFrame = VideoFrame;
    let broken = false;
    vi.stubGlobal(
      'VideoFrame',
      class {
        constructor(source: HTMLVideoElement) {
          if (broken) throw new DOMException('Invalid video frame.', 'InvalidStateError');
          // biome-ignore lint/correctness/noConstructorReturn: the real frame is what the browser gives
          return new RealFrame(source);
        }
      },
    );
    cleanUp.push(() => vi.unstubAllGlobals());
    const taker = createFrameTaker();
    const kindOf = async () => {
      const frame = await taker.take(video);
      if (frame?.source.kind === 'video-frame') frame.source.frame.close();
      if (frame?.source.kind === 'bitmap') frame.source.bitmap.close();
      return frame?.source.kind ?? null;
    };
    expect(await kindOf()).toBe('video-frame');
    expect(await kindOf()).toBe('video-frame');
    broken = true;
    expect(await kindOf()).toBeNull();
    broken = false;
    expect(await kindOf()).toBe('video-frame');
    taker.refused();
    expect(await kindOf()).toBe('video-frame');
    expect(await kindOf()).toBe('video-frame');
    broken = true;
    expect([await kindOf(), await kindOf(), await kindOf()]).toEqual([null, null, null]);
    expect(await kindOf()).toBe('bitmap');
  });
});
