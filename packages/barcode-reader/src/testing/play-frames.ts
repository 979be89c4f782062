import { colourOf } from '../picture/colour-of.ts';
import type { Luminance } from '../picture/luminance.ts';

/** A stream that repeats frames. */
export interface PlayedFrames {
  readonly stream: MediaStream;
  /** Repeats other frames from now on. Their size must be the same. */
  show(frames: readonly Luminance[]): void;
  /** Ends the stream. */
  stop(): void;
}

/**
 * Plays frames in a loop as a camera stream. Browser only.
 *
 * @example
 * const frames = [];
 * for await (const frame of cameraFrames({ scenes })) frames.push(frame);
 * const { stream } = playFrames(frames, { framesPerSecond: 15 });
 * const camera = createCamera({ mediaDevices: { getUserMedia: async () => stream, enumerateDevices: async () => [] } });
 */
export function playFrames(frames: readonly Luminance[], { framesPerSecond = 15 } = {}): PlayedFrames {
  const [first] = frames;
  const canvas = document.createElement('canvas');
  canvas.width = first?.width ?? 640;
  canvas.height = first?.height ?? 480;
  const context = canvas.getContext('2d');
  let shown = frames;
  let next = 0;
  const showNext = () => {
    const frame = shown[next++ % shown.length];
    if (frame) context?.putImageData(colourOf(frame), 0, 0);
  };
  showNext();
  const timer = setInterval(showNext, 1000 / framesPerSecond);
  const stream = canvas.captureStream(framesPerSecond);
  return {
    stream,
    show(frames) {
      shown = frames;
      next = 0;
    },
    stop() {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}
