export interface AwakeOptions {
  readonly document?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** @default navigator.wakeLock, where the browser has one */
  readonly wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> } | undefined;
}

/**
 * Keeps the screen on. The browser ends every lock when the page is hidden, so it is asked again when the page comes
 * back. Without the browser's leave the screen goes dark as always. @returns a function that lets it
 */
export function keepAwake({
  document = window.document,
  wakeLock = navigator.wakeLock,
}: AwakeOptions = {}): () => void {
  let over = false;
  let held: { release(): Promise<void> } | null = null;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const lock = await wakeLock?.request('screen');
      if (!lock) return;
      if (over) await lock.release();
      else held = lock;
    } catch {
      // A low battery, or a page that was hidden meanwhile.
    }
  };
  const onVisibility = () => void ask();
  document.addEventListener('visibilitychange', onVisibility);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', onVisibility);
    held?.release().catch(() => {});
  };
}
