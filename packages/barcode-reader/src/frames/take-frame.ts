import { luminanceOfColour } from '../picture/luminance.ts';
import type { FrameVideo, TakenFrame } from './frame-loop.ts';

/** Takes frames from a video. */
export interface FrameTaker {
  /** Takes the newest frame; `null` while the video has none. */
  take(video: FrameVideo): Promise<TakenFrame | null> | TakenFrame | null;
  /** Reports that the last frame could not be posted or read, so that another way may be tried. */
  refused(): void;
}

/**
 * How a frame leaves a video. `video-frame`: the camera's own pixels, not copied on the page (0.1 ms). `bitmap`: a copy
 * that the worker draws and reads back. `canvas`: drawn and read back on the page (5 ms at 720p), for browsers whose
 * workers cannot draw.
 */
export type FrameWay = 'video-frame' | 'bitmap' | 'canvas';

/** A way that has worked is left after this many failures in a row: a camera that restarts fails a few times. */
const toleratedFailures = 3;

/**
 * Creates a taker that uses the first of `ways`, and the next when that one fails.
 *
 * @example
 * createBarcodeReader({ createWorker, wasmUrl, frameTaker: createFrameTaker(['canvas']) });
 */
export function createFrameTaker(ways: readonly FrameWay[] = waysOfThisBrowser()): FrameTaker {
  const left = [...ways];
  const takers = { 'video-frame': takeVideoFrame, bitmap: takeBitmap, canvas: createCanvasTaker() };

  let failures = 0;
  let worked = false;
  let handedOver = false;

  function failed() {
    failures++;
    // Some browsers have `VideoFrame` and reject camera frames. The last way stays: its stream may just have ended.
    if (left.length === 1 || failures < (worked ? toleratedFailures : 1)) return;
    left.shift();
    failures = 0;
    worked = false;
  }

  async function take(video: HTMLVideoElement): Promise<TakenFrame | null> {
    const [way] = left;
    if (!way) return null;
    if (handedOver) {
      // The frame before was not refused.
      handedOver = false;
      worked = true;
      failures = 0;
    }
    try {
      const frame = await takers[way](video);
      handedOver = true;
      return frame;
    } catch {
      failed();
      return null;
    }
  }

  return {
    take(video) {
      if (video.videoWidth === 0 || video.videoHeight === 0 || video.readyState < 2) return null;
      return take(video as HTMLVideoElement);
    },
    refused() {
      handedOver = false;
      failed();
    },
  };
}

function waysOfThisBrowser(): FrameWay[] {
  return [
    ...(typeof VideoFrame === 'function' ? (['video-frame'] as const) : []),
    ...(typeof OffscreenCanvas === 'function' ? (['bitmap'] as const) : []),
    'canvas',
  ];
}

function takeVideoFrame(video: HTMLVideoElement): TakenFrame {
  const frame = new VideoFrame(video);
  const transfer = [frame as unknown as Transferable];
  return { source: { kind: 'video-frame', frame }, ...sizeOf(video), stamp: frame.timestamp, transfer };
}

async function takeBitmap(video: HTMLVideoElement): Promise<TakenFrame> {
  // Read before waiting: a camera that restarts meanwhile leaves the video without a size.
  const [size, stamp] = [sizeOf(video), stampOf(video)];
  const bitmap = await createImageBitmap(video);
  return { source: { kind: 'bitmap', bitmap }, ...size, stamp, transfer: [bitmap] };
}

function createCanvasTaker(): (video: HTMLVideoElement) => TakenFrame {
  let context: CanvasRenderingContext2D | null = null;
  return (video) => {
    const [{ width, height }, stamp] = [sizeOf(video), stampOf(video)];
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new DOMException('The browser cannot draw on a canvas.', 'NotSupportedError');
    const { canvas } = context;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    const { data } = luminanceOfColour(context.getImageData(0, 0, width, height).data, width, height);
    const pixels = data.buffer as ArrayBuffer;
    return { source: { kind: 'pixels', pixels, width, height }, width, height, stamp, transfer: [pixels] };
  };
}

function sizeOf(video: HTMLVideoElement) {
  return { width: video.videoWidth, height: video.videoHeight };
}

/** The number of frames that the video has shown, where the browser counts them. */
function stampOf(video: HTMLVideoElement): number | undefined {
  return video.getVideoPlaybackQuality?.().totalVideoFrames || undefined;
}
