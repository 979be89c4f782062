import type { FrameSource } from '../worker/messages.ts';

/** A frame ready to cross to the worker. */
export interface TakenFrame {
  readonly source: FrameSource;
  /** The video's own size, in pixels: corners are given in it. */
  readonly width: number;
  readonly height: number;
  /** Which frame of the video it is, where that can be told: two of one stamp are one frame. */
  readonly stamp?: number | undefined;
  readonly transfer: Transferable[];
}

/** What the frame loop needs of a video element. */
export type FrameVideo = Pick<
  HTMLVideoElement,
  'videoWidth' | 'videoHeight' | 'readyState' | 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'
>;

/** How the loop is wired. */
export interface FrameLoopOptions {
  readonly video: FrameVideo;
  /** Whether a frame may be taken now: no other is under way, nothing is paused or hidden. */
  readonly ready: () => boolean;
  /** Takes a frame of the video; `null` when there is none. */
  readonly take: (video: FrameVideo) => Promise<TakenFrame | null> | TakenFrame | null;
  /** Decodes it; the loop takes no other frame until this settles. */
  readonly decode: (frame: TakenFrame) => Promise<void>;
}

/**
 * Follows the frames of a video: one under way at a time, always the newest, none kept waiting.
 *
 * A frame that comes while another is decoded is dropped; the newest one shown is taken when the decoder is free. No
 * frame is decoded twice: it would agree with itself.
 *
 * @returns a function that ends the loop
 */
export function followFrames({ video, ready, take, decode }: FrameLoopOptions): () => void {
  let stopped = false;
  let busy = false;
  let missed = false;
  let handle = 0;
  let lastStamp: number | undefined;

  /**
   * The newest frame can be taken before the browser tells of it, and would then be taken once more. Frames that all
   * have one stamp are not stamped, so this is never said twice in a row.
   */
  function isTakenAgain({ stamp }: TakenFrame): boolean {
    const again = stamp !== undefined && stamp === lastStamp;
    lastStamp = again ? undefined : stamp;
    return again;
  }

  async function look() {
    if (stopped || !ready()) return;
    if (busy) {
      missed = true;
      return;
    }
    busy = true;
    missed = false;
    try {
      const frame = await take(video);
      if (frame && (stopped || isTakenAgain(frame))) release(frame);
      else if (frame) await decode(frame);
    } finally {
      busy = false;
    }
    if (missed) void look();
  }

  function onFrame() {
    if (stopped) return;
    handle = video.requestVideoFrameCallback(onFrame);
    void look();
  }

  handle = video.requestVideoFrameCallback(onFrame);
  return () => {
    stopped = true;
    video.cancelVideoFrameCallback(handle);
  };
}

/** Lets go of a frame that nobody will decode. */
export function release({ source }: TakenFrame): void {
  if (source.kind === 'video-frame') source.frame.close();
  if (source.kind === 'bitmap') source.bitmap.close();
}
