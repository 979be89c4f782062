/** The part of `navigator.wakeLock` that is used. */
export interface ScreenWakeLock {
  /** Rejects while the page is hidden, and on a low battery. */
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}

/** The part of `document` that says whether the page is visible. */
export type VisibilityDocument = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Options of {@link keepScreenOn}. */
export interface KeepScreenOnOptions {
  /** @default document */
  readonly document?: VisibilityDocument | undefined;
  /** @default navigator.wakeLock, where the browser has it */
  readonly wakeLock?: ScreenWakeLock | undefined;
}

/**
 * Keeps the screen on with a wake lock. The browser ends every lock when the page is hidden, so a new one is requested
 * when the page is shown. Where the browser refuses, the screen turns off as usual. @returns a function that ends it
 */
export function keepScreenOn(options: KeepScreenOnOptions = {}): () => void {
  const page = options.document ?? globalThis.document;
  const wakeLock = 'wakeLock' in options ? options.wakeLock : globalThis.navigator?.wakeLock;
  let isOver = false;
  let held: { release(): Promise<void> } | null = null;
  const request = async () => {
    if (page.visibilityState !== 'visible') return;
    try {
      const lock = await wakeLock?.request('screen');
      if (!lock) return;
      if (isOver) await lock.release();
      else held = lock;
    } catch {
      // A low battery, or a page that was hidden meanwhile.
    }
  };
  const onVisibility = () => void request();
  page.addEventListener('visibilitychange', onVisibility);
  void request();
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', onVisibility);
    held?.release().catch(() => {});
  };
}
