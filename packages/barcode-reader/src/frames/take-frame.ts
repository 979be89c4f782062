import type { FrameVideo, TakenFrame } from './frame-loop.ts';

/** Takes the newest frame of a video; `null` while the video has none. */
export interface FrameTaker {
  take(video: FrameVideo): Promise<TakenFrame | null> | TakenFrame | null;
  /** Tells that the last frame could not be handed over: another way is taken from now on. */
  refused(): void;
}

/** Takes frames in the cheapest way this browser has: a `VideoFrame` of the camera's own pixels, else a bitmap. */
export function createFrameTaker(): FrameTaker {
  let asVideoFrame = typeof VideoFrame === 'function';

  return {
    take(video) {
      const { videoWidth: width, videoHeight: height } = video;
      if (width === 0 || height === 0 || video.readyState < 2) return null;
      const element = video as HTMLVideoElement;
      if (asVideoFrame) {
        try {
          const frame = new VideoFrame(element);
          return {
            source: { kind: 'video-frame', frame },
            width,
            height,
            transfer: [frame as unknown as Transferable],
          };
        } catch {
          // Some browsers have the class and refuse camera frames.
          asVideoFrame = false;
        }
      }
      return takeBitmap(element, width, height);
    },
    refused() {
      asVideoFrame = false;
    },
  };
}

async function takeBitmap(video: HTMLVideoElement, width: number, height: number): Promise<TakenFrame | null> {
  try {
    const bitmap = await createImageBitmap(video);
    return { source: { kind: 'bitmap', bitmap }, width, height, transfer: [bitmap] };
  } catch {
    // The stream went away between the callback and here.
    return null;
  }
}
