import { type BarcodeReader, parseGs1 } from '../index.ts';
import type { Symbology } from '../model/symbologies.ts';
import { colourOf } from '../picture/colour-of.ts';
import type { CameraFrame } from './camera-frames.ts';
import { type ContractHarness, namesOf } from './contract-harness.ts';
import {
  canvasOf,
  draw,
  fileOf,
  offscreenOf,
  ofTickets,
  paddedFrame,
  sideBySide,
  ticket,
} from './contract-pictures.ts';
import type { DrawableSymbology } from './draw-barcode.ts';

/** Tests of still images: every form of an image, several codes, control characters and GS1. */
export function testImages({ test, equal, ok, using }: ContractHarness): void {
  const codes: readonly (readonly [Symbology & DrawableSymbology, string])[] = [
    ['qr_code', 'TICKET-0001'],
    ['aztec', 'TICKET-0001'],
    ['data_matrix', 'TICKET-0001'],
    ['pdf417', 'TICKET-0001'],
    ['code_128', 'TICKET-0001'],
    ['ean_13', '2112345678900'],
    ['ean_8', '96385074'],
    ['upc_a', '012345678905'],
  ];
  for (const [symbology, text] of codes) {
    test(`a file with ${symbology} is read, and names the engine`, () =>
      using(async ({ reader, engine }) => {
        const reads = await reader.readImage(await fileOf(await draw({ symbology, text, seconds: 0.1 })));
        equal(namesOf(reads), [`${symbology} ${text}`]);
        equal(reads[0]?.engine, engine);
        equal(reads[0]?.frames, 1);
        ok((reads[0]?.elapsedMs ?? -1) >= 0, 'the elapsed time is reported');
      }));
  }

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
    test(`${form} is read, corners in its own pixels, and the caller keeps it`, () =>
      using(async ({ reader }) => {
        const frame = await draw(ticket);
        const image = await make(frame);
        const reads = await reader.readImage(image);
        equal(namesOf(reads), ['qr_code TICKET-0001']);
        for (const { x, y } of reads[0]?.corners ?? []) {
          ok(x > frame.width * 0.2 && x < frame.width * 0.8, `x ${x} is inside`);
          ok(y > frame.height * 0.1 && y < frame.height * 0.9, `y ${y} is inside`);
        }
        equal(namesOf(await reader.readImage(image)), ['qr_code TICKET-0001']);
        if ('close' in image) image.close();
      }, ofTickets));
  }

  test('several codes in one file are all read', () =>
    using(async ({ reader }) => {
      const picture = await sideBySide(['LEFT-1', 'RIGHT-2']);
      equal(namesOf(await reader.readImage(await fileOf(picture))), ['qr_code LEFT-1', 'qr_code RIGHT-2']);
    }));

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
    test(`a GS1 element string in ${symbology} is split into its elements`, () =>
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
      equal(namesOf(await reader.readImage(file)), ['qr_code TICKET-0001']);
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
}
