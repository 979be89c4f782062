import { expect, onTestFinished, test, vi } from 'vitest';
import { BarcodeReaderError } from '../model/errors.ts';
import { releaseImage, type StillImage, takeImage } from './image-source.ts';

function stubBrowser(parts: Record<string, unknown>) {
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
}

class FakeVideoFrame {
  readonly close = vi.fn();
  clone = () => new FakeVideoFrame();
}

test('a file goes to the worker as it is, at once', () => {
  const blob = new Blob(['picture']);
  expect(takeImage(blob)).toEqual({ source: { kind: 'blob', blob }, transfer: [] });
});

test('an empty file is no image', () => {
  expect(() => takeImage(new Blob([]))).toThrow(new BarcodeReaderError('invalid-image', 'The image is empty.'));
});

test('of a frame of a video a clone is transferred, so the caller keeps the frame', async () => {
  stubBrowser({ VideoFrame: FakeVideoFrame });
  const frame = new FakeVideoFrame();
  const taken = await takeImage(frame as unknown as StillImage);
  if (taken.source.kind !== 'video-frame') throw new Error(`Taken as ${taken.source.kind}`);
  expect(taken.source.frame).not.toBe(frame);
  expect(taken.transfer).toEqual([taken.source.frame]);
  releaseImage(taken);
  expect(taken.source.frame.close).toHaveBeenCalledTimes(1);
  expect(frame.close).not.toHaveBeenCalled();
});

test.each([
  ['without frames of videos', undefined],
  ['with them', FakeVideoFrame],
])('any other image is transferred as a bitmap, in a browser %s', async (_browser, VideoFrame) => {
  const bitmap = { close: vi.fn() };
  const createImageBitmap = vi.fn(async () => bitmap);
  stubBrowser({ VideoFrame, createImageBitmap });
  const canvas = {} as HTMLCanvasElement;
  const taken = await takeImage(canvas);
  expect(createImageBitmap).toHaveBeenCalledWith(canvas);
  expect(taken).toEqual({ source: { kind: 'bitmap', bitmap }, transfer: [bitmap] });
  releaseImage(taken);
  expect(bitmap.close).toHaveBeenCalledTimes(1);
});

test('releasing a file does nothing', async () => {
  expect(releaseImage(await takeImage(new Blob(['picture'])))).toBeUndefined();
});

test('what the browser cannot draw is no image, and the error says why', async () => {
  const cause = new DOMException('Detached', 'InvalidStateError');
  stubBrowser({ createImageBitmap: () => Promise.reject(cause) });
  await expect(takeImage({} as ImageBitmap)).rejects.toMatchObject({
    ...{ code: 'invalid-image', message: 'This is not an image that can be read.', cause },
  });
});
