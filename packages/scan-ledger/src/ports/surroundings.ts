/** The page around the ledger: network, visibility, wake events. */
export interface Surroundings {
  /** `false` only where the browser is sure that there is no network. */
  isOnline(): boolean;
  /** Whether the page may be on screen. */
  isVisible(): boolean;
  /** Calls back when sending may work again: online, visible, restored from the page cache. Returns the unsubscriber. */
  onWake(callback: () => void): () => void;
}

/** The browser page's own events; without a document always online and visible, and never woken. */
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
