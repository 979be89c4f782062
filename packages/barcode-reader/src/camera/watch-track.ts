import { isVisible, type PageEvents } from './page-events.ts';

/** Whether a track gives no picture any more: it has ended or gone dark. */
export function isDead(track: MediaStreamTrack): boolean {
  return track.readyState === 'ended' || track.muted;
}

/**
 * Calls `onLost` when a track goes dead while the page is visible. Phones take the camera away from a hidden page and
 * never give it back; that is repaired when the person returns. @returns a function that ends it
 */
export function watchTrack(track: MediaStreamTrack, events: PageEvents, onLost: () => void): () => void {
  const check = () => {
    if (isVisible(events) && isDead(track)) onLost();
  };
  track.addEventListener('ended', check);
  track.addEventListener('mute', check);
  return () => {
    track.removeEventListener('ended', check);
    track.removeEventListener('mute', check);
  };
}
