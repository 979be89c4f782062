/** A second tap within this time of the first is ignored. */
const windowMs = 300;
/** A touch that moves further is a scroll, not a tap. */
const slopPx = 10;

/** What edits text: a quick second tap there places the caret or selects a word. */
const textEditors = ':read-write, select';

/**
 * Ignores the second of two taps within 300 ms, so that a phone does not zoom and nothing is pressed or
 * toggled twice.
 *
 * Only touch is affected, not mouse, pen or keyboard. What edits text, pinching and scrolling work as
 * before.
 *
 * @returns a function that ends the suppression
 * @example
 * const stop = suppressDoubleTap(document);
 */
export function suppressDoubleTap(root: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void {
  let start: { x: number; y: number } | null = null;
  let lastTapAt = Number.NEGATIVE_INFINITY;

  function onTouchStart(event: Event) {
    const { touches } = event as TouchEvent;
    const touch = touches[0];
    start = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
  }

  function onTouchEnd(event: Event) {
    const touch = (event as TouchEvent).changedTouches[0];
    if (!start || !touch || Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > slopPx) return;
    if (event.target instanceof Element && event.target.closest(textEditors)) return;
    if (event.timeStamp - lastTapAt < windowMs) {
      // Cancelling the touch prevents both the zoom and the click.
      if (event.cancelable) event.preventDefault();
      return;
    }
    lastTapAt = event.timeStamp;
  }

  root.addEventListener('touchstart', onTouchStart, { passive: true });
  root.addEventListener('touchend', onTouchEnd, { passive: false });
  return () => {
    root.removeEventListener('touchstart', onTouchStart);
    root.removeEventListener('touchend', onTouchEnd);
  };
}
