import { afterEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { type Camera, createFrameFeed, type FrameFeed, type FrameReport, type LiveCameraState } from '../index.ts';
import { useScannerHint } from './index.ts';

afterEach(cleanup);

const live = (): LiveCameraState => ({
  status: 'live',
  stream: new MediaStream(),
  lensId: 'back',
  label: 'Back camera',
  torchOn: false,
  zoom: 1,
  focusMode: null,
  capabilities: { torch: false, lenses: 1, zoom: null },
});

const withoutCode: FrameReport = {
  codes: [],
  decodeMs: 5,
  engine: 'wasm',
  quality: { sharpness: 0.8, brightness: 120, glare: 0, motion: 0, pixelsPerModule: null },
};

function Hint({ camera, frames }: { camera: Camera; frames: FrameFeed }) {
  return <p>{useScannerHint(camera, frames) ?? 'none'}</p>;
}

test('a camera that opens again after a pause waits for a code anew, and asks nobody to type one', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const frames = createFrameFeed();
  /** Pushes a frame a second. */
  const watchUntil = (endMs: number) => {
    for (let atMs = endMs - 10_000; atMs <= endMs; atMs += 1_000) {
      now.mockReturnValue(atMs);
      frames.push(withoutCode);
    }
  };
  let state = live();
  const camera = { getSnapshot: () => state } as Camera;
  const view = await render(<Hint {...{ camera, frames }} />);
  watchUntil(10_000);
  await expect.element(view.getByText('type-the-code')).toBeInTheDocument();
  state = live();
  now.mockReturnValue(600_000);
  frames.push(withoutCode);
  await expect.element(view.getByText('none')).toBeInTheDocument();
  watchUntil(610_000);
  await expect.element(view.getByText('type-the-code')).toBeInTheDocument();
  now.mockRestore();
});
