import type { FrameSource } from '../worker/requests.ts';

/** A frame ready to be posted to the worker. */
export interface TakenFrame {
  readonly source: FrameSource;
  /** The size of the video in pixels; corners refer to it. */
  readonly width: number;
  /** Pixels, as `width`. */
  readonly height: number;
  /** Identifies the frame within the video where the browser can: two frames with one stamp are the same frame. */
  readonly stamp?: number | undefined;
  readonly transfer: Transferable[];
}

/** What the frame loop needs of a video element. */
export type FrameVideo = Pick<
  HTMLVideoElement,
  'videoWidth' | 'videoHeight' | 'readyState' | 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'
>;

/** Options of the frame loop. */
export interface FrameLoopOptions {
  readonly video: FrameVideo;
  /** Whether a frame may be taken now: nothing is paused or hidden. */
  readonly ready: () => boolean;
  /** Takes a frame of the video; `null` when there is none. */
  readonly take: (video: FrameVideo) => Promise<TakenFrame | null> | TakenFrame | null;
  /** Decodes the frame; the loop takes no other until this settles. */
  readonly decode: (frame: TakenFrame) => Promise<void>;
}

/**
 * Follows the frames of a video: decodes one at a time, always the newest, and queues none.
 *
 * A frame that arrives while another is decoded is dropped; the newest one is taken when the decoder is free. No frame is
 * decoded twice, because it would agree with itself.
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
   * A frame can be taken before its callback runs, and would be taken again by it. A browser that gives all frames the
   * same stamp does not count them, so this never applies twice in a row.
   */
  function isTakenAgain({ stamp }: TakenFrame): boolean {
    const again = stamp !== undefined && stamp === lastStamp;
    lastStamp = again ? undefined : stamp;
    return again;
  }

  async function takeNext() {
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
    if (missed) void takeNext();
  }

  function onFrame() {
    if (stopped) return;
    handle = video.requestVideoFrameCallback(onFrame);
    void takeNext();
  }

  handle = video.requestVideoFrameCallback(onFrame);
  return () => {
    stopped = true;
    video.cancelVideoFrameCallback(handle);
  };
}

/** Releases a frame that will not be decoded. */
export function release({ source }: TakenFrame): void {
  if (source.kind === 'video-frame') source.frame.close();
  if (source.kind === 'bitmap') source.bitmap.close();
}
