import type { FrameTaker, FrameVideo } from '../index.ts';
import type { Luminance } from '../picture/luminance.ts';

/** A video whose frames a test shows one by one, with its frame taker. */
export interface FrameByFrameVideo extends FrameTaker {
  readonly video: FrameVideo;
  /** The number of frames that were taken. */
  readonly taken: number;
  /** The number of callbacks that wait for the next frame. */
  readonly waiting: number;
  /** Shows a frame, as the browser does when the camera has a new one. */
  show(picture: Luminance): void;
}

/** Creates a video for tests without a browser: pass it to the reader as `frameTaker` and watch its `video`. */
export function createFrameByFrameVideo(): FrameByFrameVideo {
  const callbacks = new Map<number, VideoFrameRequestCallback>();
  let nextHandle = 1;
  let current: Luminance | null = null;
  let taken = 0;
  const video: FrameVideo = {
    readyState: 4,
    get videoWidth() {
      return current?.width ?? 0;
    },
    get videoHeight() {
      return current?.height ?? 0;
    },
    requestVideoFrameCallback(callback) {
      callbacks.set(nextHandle, callback);
      return nextHandle++;
    },
    cancelVideoFrameCallback: (handle) => void callbacks.delete(handle),
  };

  return {
    video,
    get taken() {
      return taken;
    },
    get waiting() {
      return callbacks.size;
    },
    show(picture) {
      current = picture;
      const waiting = [...callbacks.values()];
      callbacks.clear();
      for (const callback of waiting) callback(0, {} as VideoFrameCallbackMetadata);
    },
    take() {
      if (!current) return null;
      taken++;
      const { width, height } = current;
      const pixels = current.data.slice().buffer;
      return { source: { kind: 'pixels', pixels, width, height }, width, height, transfer: [pixels] };
    },
    refused() {},
  };
}
