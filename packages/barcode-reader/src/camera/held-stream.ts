import type { PageEvents } from './page-events.ts';
import type { createRestartBackoff } from './restart-backoff.ts';
import { watchTrack } from './watch-track.ts';

/** What holding a stream needs. */
export interface HeldStreamOptions {
  readonly events: PageEvents;
  readonly backoff: ReturnType<typeof createRestartBackoff>;
  /** Called when the held stream gives no picture any more while the page is visible. */
  readonly onLost: () => void;
}

/** Holds the one stream in use: watches its track, and stops it when it is replaced. */
export function createHeldStream({ events, backoff, onLost }: HeldStreamOptions) {
  let release: (() => void) | null = null;

  return {
    /** Stops the stream held before and holds this one; `null` holds none. */
    replace(stream: MediaStream | null): void {
      release?.();
      release = null;
      const track = stream?.getVideoTracks()[0];
      if (!stream || !track) return;
      const unwatch = watchTrack(track, events, onLost);
      backoff.streamStarted();
      release = () => {
        unwatch();
        stopStream(stream);
        backoff.streamEnded();
      };
    },
  };
}

/** Stops every track, which frees the camera. */
export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
