import { closedBitmap, closedFrame, detachedPixels, drawingWithoutSize, taintedCanvas } from './broken-pictures.ts';
import { type ContractHarness, errorOf, namesOf } from './contract-harness.ts';
import { canvasOf, draw, fileOf, ofTickets, ticket } from './contract-pictures.ts';

/** Tests of failures: broken images, aborted reads and a stopped reader. */
export function testFailures({ test, equal, using }: ContractHarness): void {
  const broken: readonly (readonly [string, () => Promise<unknown> | unknown])[] = [
    ['an empty file', () => new Blob([])],
    ['a file that is text', () => new Blob(['no picture'], { type: 'image/png' })],
    ['a truncated file', async () => (await fileOf(await draw(ticket))).slice(0, 200)],
    ['a drawing without size', drawingWithoutSize],
    ['a canvas without size', () => Object.assign(document.createElement('canvas'), { width: 0, height: 0 })],
    [
      'a canvas too large for any memory',
      () => Object.assign(document.createElement('canvas'), { width: 1e6, height: 1e6 }),
    ],
    ['pixels whose memory was transferred', detachedPixels],
    ['a closed bitmap', closedBitmap],
    ['a closed VideoFrame', closedFrame],
    ['an image that did not load', () => Object.assign(new Image(), { src: 'data:image/png;base64,AAAA' })],
    ['a canvas with pixels of another origin', taintedCanvas],
    ['a URL instead of an image', () => 'ticket.png'],
  ];
  for (const [what, make] of broken) {
    test(`${what} is refused by a typed error, and the next image is read`, () =>
      using(async ({ reader }) => {
        equal(await errorOf(reader.readImage((await make()) as never)), 'BarcodeReaderError invalid-image');
        equal(namesOf(await reader.readImage(await fileOf(await draw(ticket)))), ['qr_code TICKET-0001']);
      }, ofTickets));
  }

  test('an aborted read rejects, before it begins and while it runs', () =>
    using(async ({ reader }) => {
      const file = await fileOf(await draw(ticket));
      const abort = new AbortController();
      const read = reader.readImage(file, { signal: abort.signal });
      abort.abort();
      equal(await errorOf(read), 'BarcodeReaderError aborted');
      equal(await errorOf(reader.readImage(file, { signal: abort.signal })), 'BarcodeReaderError aborted');
      equal(namesOf(await reader.readImage(file)), ['qr_code TICKET-0001']);
    }, ofTickets));

  test('a read that is aborted while the image is copied rejects at once, and the copy is released', () =>
    using(async ({ reader }) => {
      const abort = new AbortController();
      const read = reader.readImage(canvasOf(await draw(ticket)), { signal: abort.signal });
      abort.abort();
      equal(await errorOf(read), 'BarcodeReaderError aborted');
      equal(namesOf(await reader.readImage(canvasOf(await draw(ticket)))), ['qr_code TICKET-0001']);
    }, ofTickets));

  test('stopping rejects the read that runs', () =>
    using(async ({ reader }) => {
      const read = reader.readImage(await fileOf(await draw(ticket)));
      reader.stop();
      equal(await errorOf(read), 'BarcodeReaderError stopped');
    }));
}
