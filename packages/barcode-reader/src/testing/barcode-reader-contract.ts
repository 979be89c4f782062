import {
  type BarcodeRead,
  type BarcodeReader,
  type BarcodeReaderOptions,
  type EngineName,
  type FrameQuality,
  parseGs1,
} from '../index.ts';
import type { Symbology } from '../model/symbologies.ts';
import { colourOf } from '../picture/colour-of.ts';
import { closedBitmap, closedFrame, detachedPixels, drawingWithoutSize, taintedCanvas } from './broken-pictures.ts';
import type { CameraFrame, Scene } from './camera-frames.ts';
import { canvasOf, draw, fileOf, offscreenOf, paddedFrame, sideBySide } from './contract-pictures.ts';
import type { DrawableSymbology } from './draw-barcode.ts';
import { playFrames } from './play-frames.ts';

/** What the suite is run on: a reader that is stopped afterwards, and what its engine cannot. */
export interface ReaderUnderTest {
  readonly reader: BarcodeReader;
  readonly engine: EngineName;
}

/** What the suite needs of the runner: any with these four will do. */
export interface ContractRunner {
  test(title: string, run: () => Promise<void>): void;
  equal(actual: unknown, expected: unknown): void;
  ok(condition: boolean, message: string): void;
}

/**
 * What every engine promises, as tests for a browser: codes out of files, pixels, canvases, bitmaps and video frames,
 * several in one picture, control characters, and typed errors for everything that is broken, empty or given up.
 *
 * @example
 * barcodeReaderContract({ test, equal: (a, b) => expect(a).toEqual(b), ok: (it, why) => expect(it, why).toBe(true) }, open);
 */
export function barcodeReaderContract(
  { test, equal, ok }: ContractRunner,
  open: (options?: Partial<BarcodeReaderOptions>) => Promise<ReaderUnderTest>,
): void {
  async function using(
    run: (under: ReaderUnderTest) => Promise<void>,
    options?: Partial<BarcodeReaderOptions>,
  ): Promise<void> {
    const under = await open(options);
    try {
      await run(under);
    } finally {
      under.reader.stop();
    }
  }
  const said = (reads: readonly BarcodeRead[]) => reads.map(({ symbology, text }) => `${symbology} ${text}`).sort();
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'no error',
      (error: { name?: string; code?: string }) => `${error.name} ${error.code}`,
    );

  const kinds: readonly (readonly [Symbology & DrawableSymbology, string])[] = [
    ['qr_code', 'TICKET-0001'],
    ['aztec', 'TICKET-0001'],
    ['data_matrix', 'TICKET-0001'],
    ['pdf417', 'TICKET-0001'],
    ['code_128', 'TICKET-0001'],
    ['ean_13', '2112345678900'],
    ['ean_8', '96385074'],
    ['upc_a', '012345678905'],
  ];
  for (const [symbology, text] of kinds) {
    test(`a file with ${symbology} is read, and says which engine did it`, () =>
      using(async ({ reader, engine }) => {
        const reads = await reader.readImage(await fileOf(await draw({ symbology, text, seconds: 0.1 })));
        equal(said(reads), [`${symbology} ${text}`]);
        equal(reads[0]?.engine, engine);
        equal(reads[0]?.frames, 1);
        ok((reads[0]?.elapsedMs ?? -1) >= 0, 'the time it took is told');
      }));
  }

  const ticket: Scene = { symbology: 'qr_code', text: 'TICKET-0001', seconds: 0.1, size: 0.6 };

  const forms: readonly (readonly [
    string,
    (frame: CameraFrame) => Promise<Parameters<BarcodeReader['readImage']>[0]>,
  ])[] = [
    ['an ImageData', async (frame) => colourOf(frame)],
    ['a canvas of the page', async (frame) => canvasOf(frame)],
    ['an OffscreenCanvas', async (frame) => offscreenOf(frame)],
    ['an ImageBitmap', async (frame) => createImageBitmap(colourOf(frame))],
    ['a VideoFrame', async (frame) => new VideoFrame(offscreenOf(frame), { timestamp: 0 })],
    ['a VideoFrame with padded rows and a visible part', async (frame) => paddedFrame(frame)],
  ];
  for (const [form, make] of forms) {
    test(`${form} is read, corners in its own pixels, and it stays the caller's`, () =>
      using(async ({ reader }) => {
        const frame = await draw(ticket);
        const image = await make(frame);
        const reads = await reader.readImage(image);
        equal(said(reads), ['qr_code TICKET-0001']);
        for (const { x, y } of reads[0]?.corners ?? []) {
          ok(x > frame.width * 0.2 && x < frame.width * 0.8, `x ${x} is inside`);
          ok(y > frame.height * 0.1 && y < frame.height * 0.9, `y ${y} is inside`);
        }
        equal(said(await reader.readImage(image)), ['qr_code TICKET-0001']);
        if ('close' in image) image.close();
      }));
  }

  test('a video is read once a code, corners inside, and each look tells what the frame is like', () =>
    using(async ({ reader, engine }) => {
      const frames = [await draw(ticket), await draw(ticket)];
      await watching(frames, reader, async (reads, qualities) => {
        await until(() => reads.length > 0 && qualities.length > 3);
        equal(said(reads), ['qr_code TICKET-0001']);
        equal(reads[0]?.engine, engine);
        ok((qualities.at(-1)?.sharpness ?? 0) > 0.3, 'a sharp frame is called sharp');
        ok((qualities.at(-1)?.brightness ?? 0) > 60, 'a bright frame is called bright');
      });
    }));

  test('several codes in one file are all read', () =>
    using(async ({ reader }) => {
      const picture = await sideBySide(['LEFT-1', 'RIGHT-2']);
      equal(said(await reader.readImage(await fileOf(picture))), ['qr_code LEFT-1', 'qr_code RIGHT-2']);
    }));

  test('several codes in one frame of a video are all read when several are wanted', () =>
    using(
      async ({ reader }) => {
        const picture = await sideBySide(['LEFT-1', 'RIGHT-2']);
        await watching([picture, picture], reader, async (reads) => {
          await until(() => reads.length >= 2);
          equal(said(reads), ['qr_code LEFT-1', 'qr_code RIGHT-2']);
        });
      },
      { maximumCodes: 4 },
    ));

  for (const symbology of ['qr_code', 'data_matrix', 'code_128'] as const) {
    test(`control characters in ${symbology} are kept as they are`, () =>
      using(async ({ reader }) => {
        const text = 'A-12\u001d10B';
        const reads = await reader.readImage(await fileOf(await draw({ symbology, text, seconds: 0.1, size: 0.85 })));
        equal(
          reads.map((read) => read.text),
          [text],
        );
      }));
  }

  for (const symbology of ['code_128', 'data_matrix', 'qr_code'] as const) {
    test(`a GS1 element string in ${symbology} is told apart into its elements`, () =>
      using(async ({ reader }) => {
        const scene = { symbology, gs1: true, text: '(01)09506000134352(10)AB12(21)XYZ', seconds: 0.1, size: 0.9 };
        const [read] = await reader.readImage(await fileOf(await draw(scene, 1280, 720)));
        equal(read?.text, '010950600013435210AB12\u001d21XYZ');
        equal(
          (read && (await parseGs1(read)))?.map(({ ai, value }) => `${ai} ${value}`),
          ['01 09506000134352', '10 AB12', '21 XYZ'],
        );
      }));
  }

  test('a picture without a code gives nothing', () =>
    using(async ({ reader }) => {
      equal(await reader.readImage(await fileOf(await draw({ empty: true, seconds: 0.1 }))), []);
    }));

  test('only what is wanted is read, and that can change', () =>
    using(async ({ reader }) => {
      const file = await fileOf(await draw(ticket));
      reader.setSymbologies(['code_128']);
      equal(await reader.readImage(file), []);
      reader.setSymbologies(['qr_code']);
      equal(said(await reader.readImage(file)), ['qr_code TICKET-0001']);
      reader.setSymbologies([]);
      equal(await reader.readImage(file), []);
    }));

  test('a picture of more than 12 million pixels has its corners in its own pixels', () =>
    using(async ({ reader }) => {
      const size = { width: 4400, height: 3000 };
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      context?.fillRect(0, 0, size.width, size.height);
      context?.drawImage(offscreenOf(await draw(ticket)), 3600, 2400);
      const [read] = await reader.readImage(await createImageBitmap(canvas));
      equal(read?.text, 'TICKET-0001');
      const middle = (axis: 'x' | 'y') => (read?.corners ?? []).reduce((sum, corner) => sum + corner[axis] / 4, 0);
      ok(Math.abs(middle('x') - (3600 + 320)) < 40, `x ${middle('x')} is where the code is`);
      ok(Math.abs(middle('y') - (2400 + 240)) < 40, `y ${middle('y')} is where the code is`);
    }));

  const broken: readonly (readonly [string, () => Promise<unknown> | unknown])[] = [
    ['an empty file', () => new Blob([])],
    ['a file that is text', () => new Blob(['no picture'], { type: 'image/png' })],
    ['a file that breaks off', async () => (await fileOf(await draw(ticket))).slice(0, 200)],
    ['a drawing without size', drawingWithoutSize],
    ['a canvas without size', () => Object.assign(document.createElement('canvas'), { width: 0, height: 0 })],
    [
      'a canvas too large for any memory',
      () => Object.assign(document.createElement('canvas'), { width: 1e6, height: 1e6 }),
    ],
    ['pixels whose memory went elsewhere', detachedPixels],
    ['a closed bitmap', closedBitmap],
    ['a closed VideoFrame', closedFrame],
    ['an image that did not load', () => Object.assign(new Image(), { src: 'data:image/png;base64,AAAA' })],
    ['a canvas with pixels of another origin', taintedCanvas],
    ['an address in place of an image', () => 'ticket.png'],
  ];
  for (const [what, make] of broken) {
    test(`${what} is refused by a typed error, and the next image is read`, () =>
      using(async ({ reader }) => {
        equal(await codeOf(reader.readImage((await make()) as never)), 'BarcodeReaderError invalid-image');
        equal(said(await reader.readImage(await fileOf(await draw(ticket)))), ['qr_code TICKET-0001']);
      }));
  }

  test('a read that is given up rejects, before it began and while it is under way', () =>
    using(async ({ reader }) => {
      const file = await fileOf(await draw(ticket));
      const abort = new AbortController();
      const read = reader.readImage(file, { signal: abort.signal });
      abort.abort();
      equal(await codeOf(read), 'BarcodeReaderError aborted');
      equal(await codeOf(reader.readImage(file, { signal: abort.signal })), 'BarcodeReaderError aborted');
      equal(said(await reader.readImage(file)), ['qr_code TICKET-0001']);
    }));

  test('a read that is given up while the image is still copied rejects at once, and the copy is let go of', () =>
    using(async ({ reader }) => {
      const abort = new AbortController();
      const read = reader.readImage(canvasOf(await draw(ticket)), { signal: abort.signal });
      abort.abort();
      equal(await codeOf(read), 'BarcodeReaderError aborted');
      equal(said(await reader.readImage(canvasOf(await draw(ticket)))), ['qr_code TICKET-0001']);
    }));

  test('stopping rejects what is under way', () =>
    using(async ({ reader }) => {
      const read = reader.readImage(await fileOf(await draw(ticket)));
      reader.stop();
      equal(await codeOf(read), 'BarcodeReaderError stopped');
    }));

  async function watching(
    frames: readonly CameraFrame[],
    reader: BarcodeReader,
    run: (reads: readonly BarcodeRead[], qualities: readonly FrameQuality[]) => Promise<void>,
  ) {
    const { stream, stop } = playFrames(frames, { framesPerSecond: 20 });
    const video = Object.assign(document.createElement('video'), { muted: true, srcObject: stream });
    document.body.append(video);
    const reads: BarcodeRead[] = [];
    const qualities: FrameQuality[] = [];
    const end = reader.watch(video, (read) => reads.push(read), { onFrame: ({ quality }) => qualities.push(quality) });
    try {
      await video.play();
      await run(reads, qualities);
    } finally {
      end();
      stop();
      video.remove();
    }
  }
}

/** Looks at every frame that the browser paints, for ten seconds at most. */
async function until(condition: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!condition() && performance.now() - startedAt < 10_000) {
    await new Promise((next) => requestAnimationFrame(next));
  }
}
