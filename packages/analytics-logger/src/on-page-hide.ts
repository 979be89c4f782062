/** Calls back whenever the page may be about to go for good; a phone often tells no more than that it is hidden. */
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
