/** Calls `listener` when the page may be about to close: on a phone, becoming hidden is often the last event. The returned function ends that. */
export function onPageHide(listener: () => void): () => void {
  const { window, document } = globalThis as Partial<Pick<typeof globalThis, 'window' | 'document'>>;
  const onVisibilityChange = () => {
    if (document?.visibilityState === 'hidden') listener();
  };
  document?.addEventListener('visibilitychange', onVisibilityChange);
  window?.addEventListener('pagehide', listener);
  return () => {
    document?.removeEventListener('visibilitychange', onVisibilityChange);
    window?.removeEventListener('pagehide', listener);
  };
}
