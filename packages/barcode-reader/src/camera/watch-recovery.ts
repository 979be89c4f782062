import type { CameraDevices, EventSource, PageVisibility } from './camera-ports.ts';

/** Where the page's events come from; the browser's own unless something else is given. */
export interface PageEvents {
  readonly document?: PageVisibility | undefined;
  readonly window?: EventSource | undefined;
  readonly mediaDevices?: CameraDevices | null | undefined;
}

/** Whether somebody could see the page now. */
export function isSeen({ document: page = globalThis.document }: Pick<PageEvents, 'document'>): boolean {
  return page === undefined || page.visibilityState === 'visible';
}

/**
 * Calls `onReturn` whenever somebody comes back to the page (shown, focused, thawed, out of the back-forward cache, turned)
 * or a camera was plugged in or out. @returns a function that ends it
 */
export function watchReturn(events: PageEvents, onReturn: () => void): () => void {
  const page = events.document ?? globalThis.document;
  const window = events.window ?? globalThis.window;
  const devices = events.mediaDevices === undefined ? globalThis.navigator?.mediaDevices : events.mediaDevices;
  const onVisible = () => {
    if (isSeen(events)) onReturn();
  };
  const told: readonly (readonly [Partial<EventSource> | null | undefined, string])[] = [
    [page, 'visibilitychange'],
    [page, 'resume'],
    [window, 'pageshow'],
    // A phone that comes back from its settings is focused and tells nothing else.
    [window, 'focus'],
    [window, 'orientationchange'],
    [devices, 'devicechange'],
  ];
  for (const [source, type] of told) source?.addEventListener?.(type, onVisible);
  return () => {
    for (const [source, type] of told) source?.removeEventListener?.(type, onVisible);
  };
}

/** Whether a camera gives no picture any more: its track has ended, or gone dark. */
export function isDead(track: MediaStreamTrack): boolean {
  return track.readyState === 'ended' || track.muted;
}

/**
 * Calls `onLost` when a track goes dead while the page is seen. Phones take the camera away from a page in the background
 * and never give it back; that is looked after when somebody comes back. @returns a function that ends it
 */
export function watchTrack(track: MediaStreamTrack, events: PageEvents, onLost: () => void): () => void {
  const lookNow = () => {
    if (isSeen(events) && isDead(track)) onLost();
  };
  track.addEventListener('ended', lookNow);
  track.addEventListener('mute', lookNow);
  return () => {
    track.removeEventListener('ended', lookNow);
    track.removeEventListener('mute', lookNow);
  };
}
