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

/**
 * Restarts a camera whose track went dead (`ended`) or dark (`mute`): at once while the page is seen, else when
 * somebody comes back to it. Phones take the camera away from a page in the background and never give it back.
 *
 * @returns a function that ends it
 */
export function watchRecovery(
  track: MediaStreamTrack,
  { restart, ...events }: PageEvents & { readonly restart: () => void },
): () => void {
  const restartIfDead = () => {
    if (!isSeen(events)) return;
    if (track.readyState === 'ended' || track.muted) restart();
  };
  track.addEventListener('ended', restartIfDead);
  track.addEventListener('mute', restartIfDead);
  const stopWatching = watchReturn(events, restartIfDead);
  return () => {
    track.removeEventListener('ended', restartIfDead);
    track.removeEventListener('mute', restartIfDead);
    stopWatching();
  };
}
