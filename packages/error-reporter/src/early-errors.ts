/** Calls `listener` with each uncaught error and unhandled rejection; the returned function ends that. */
export function onUncaughtError(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined,
  listener: (error: unknown) => void,
): () => void {
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    // A failed image or script has neither.
    if (error || message) listener(error ?? new Error(message));
  };
  const onRejection = (event: Event) => listener((event as PromiseRejectionEvent).reason);
  target?.addEventListener('error', onError);
  target?.addEventListener('unhandledrejection', onRejection);
  return () => {
    target?.removeEventListener('error', onError);
    target?.removeEventListener('unhandledrejection', onRejection);
  };
}
