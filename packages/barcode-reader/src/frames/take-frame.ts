import { luminanceOfColour } from '../picture/luminance.ts';
import type { FrameVideo, TakenFrame } from './frame-loop.ts';

/** Takes the newest frame of a video; `null` while the video has none. */
export interface FrameTaker {
  take(video: FrameVideo): Promise<TakenFrame | null> | TakenFrame | null;
  /** Tells that the last frame could not be handed over or read: another way may be better. */
  refused(): void;
}

/**
 * How a frame leaves a video. `video-frame`: the camera's own pixels, not touched on the page (0.1 ms). `bitmap`: a copy
 * that the worker draws and reads back. `canvas`: drawn and read back on the page (5 ms of 720p), for browsers whose
 * workers cannot draw.
 */
export type FrameWay = 'video-frame' | 'bitmap' | 'canvas';

/** A way that has worked is left after so many failures one after the other: a camera that restarts fails a few. */
const patience = 3;

/**
 * Takes frames in the first of `ways` that this browser has, and in the next when that one fails.
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
    // Some browsers have the class and refuse camera frames. The last way is kept: its stream may have gone away.
    if (left.length === 1 || failures < (worked ? patience : 1)) return;
    left.shift();
    failures = 0;
    worked = false;
  }

  async function take(video: HTMLVideoElement): Promise<TakenFrame | null> {
    const [way] = left;
    if (!way) return null;
    if (handedOver) {
      // Nobody refused the frame before.
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
  // A camera that restarts meanwhile leaves the video without a size.
  const [size, stamp] = [sizeOf(video), stampOf(video)];
  const bitmap = await createImageBitmap(video);
  return { source: { kind: 'bitmap', bitmap }, ...size, stamp, transfer: [bitmap] };
}

function createCanvasTaker(): (video: HTMLVideoElement) => TakenFrame {
  let context: CanvasRenderingContext2D | null = null;
  return (video) => {
    const [{ width, height }, stamp] = [sizeOf(video), stampOf(video)];
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new DOMException('The browser draws nothing.', 'NotSupportedError');
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

/** How many frames the video has shown, where the browser counts them. */
function stampOf(video: HTMLVideoElement): number | undefined {
  return video.getVideoPlaybackQuality?.().totalVideoFrames || undefined;
}
