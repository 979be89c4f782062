/** What the ledger hears of the page that it lives in. */
export interface Surroundings {
  /** `false` only where the browser is sure that there is no network. */
  isOnline(): boolean;
  /** Whether somebody may be looking. */
  isVisible(): boolean;
  /** Calls back when sending may work again: online, visible, back from the page cache. Returns how to stop. */
  onWake(callback: () => void): () => void;
}

/** The page's own events; a place without them is always online and visible and never wakes. */
export const browserSurroundings: Surroundings = {
  isOnline: () => globalThis.navigator?.onLine !== false,
  isVisible: () => (globalThis as { document?: Document }).document?.visibilityState !== 'hidden',
  onWake(callback) {
    const { document } = globalThis as { document?: Document };
    if (!document) return () => {};
    const onVisible = () => {
      if (document.visibilityState === 'visible') callback();
    };
    addEventListener('online', callback);
    addEventListener('pageshow', callback);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      removeEventListener('online', callback);
      removeEventListener('pageshow', callback);
      document.removeEventListener('visibilitychange', onVisible);
    };
  },
};
