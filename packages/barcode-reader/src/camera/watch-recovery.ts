import type { EventSource, PageVisibility } from './camera-ports.ts';

/** Where the page's events come from; the browser's own unless something else is given. */
export interface PageEvents {
  readonly document?: PageVisibility | undefined;
  readonly window?: EventSource | undefined;
}

/** Calls `onReturn` whenever somebody comes back to the page. @returns a function that ends it */
export function watchReturn(events: PageEvents, onReturn: () => void): () => void {
  const page = events.document ?? globalThis.document;
  const window = events.window ?? globalThis.window;
  const onVisible = () => {
    if (page?.visibilityState === 'visible') onReturn();
  };
  page?.addEventListener('visibilitychange', onVisible);
  window?.addEventListener('pageshow', onVisible);
  return () => {
    page?.removeEventListener('visibilitychange', onVisible);
    window?.removeEventListener('pageshow', onVisible);
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
  { document, window, restart }: PageEvents & { readonly restart: () => void },
): () => void {
  const page = document ?? globalThis.document;
  const seen = () => page === undefined || page.visibilityState === 'visible';
  const restartIfDead = () => {
    if (!seen()) return;
    if (track.readyState === 'ended' || track.muted) restart();
  };
  track.addEventListener('ended', restartIfDead);
  track.addEventListener('mute', restartIfDead);
  const stopWatching = watchReturn({ document, window }, restartIfDead);
  return () => {
    track.removeEventListener('ended', restartIfDead);
    track.removeEventListener('mute', restartIfDead);
    stopWatching();
  };
}
