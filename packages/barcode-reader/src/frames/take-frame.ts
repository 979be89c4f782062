import type { FrameVideo, TakenFrame } from './frame-loop.ts';

/** Takes the newest frame of a video in the cheapest way that this browser has; `null` while the video has none. */
export function takeFrame(video: FrameVideo): Promise<TakenFrame | null> | TakenFrame | null {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0 || video.readyState < 2) return null;
  const element = video as HTMLVideoElement;
  if (typeof VideoFrame === 'function') {
    try {
      const frame = new VideoFrame(element);
      return { source: { kind: 'video-frame', frame }, width, height, transfer: [frame as unknown as Transferable] };
    } catch {
      // Some browsers have the class and refuse camera frames: they get the bitmap path.
    }
  }
  return takeBitmap(element, width, height);
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
