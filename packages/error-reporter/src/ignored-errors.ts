const EXTENSION = /\b(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\//i;

/** Messages without a fault of the app: a browser's own layout notice, and errors of browser extensions. */
export const IGNORED_MESSAGES: readonly RegExp[] = [
  /ResizeObserver loop/i,
  EXTENSION,
  /Extension context invalidated/i,
  /Could not establish connection\. Receiving end does not exist/i,
];

/** Sources of errors that are not the app's: the failed request of an extension has the same message as one of ours. */
export const IGNORED_URLS: readonly RegExp[] = [EXTENSION];

/** Whether an error is not the app's: a resize-observer loop, or an error of a browser extension. */
export function isIgnoredError(error: unknown): boolean {
  try {
    const { message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error>;
    const text = String(message ?? error);
    if (IGNORED_MESSAGES.some((pattern) => pattern.test(text))) return true;
    // The innermost frame that names an address is where it was thrown. Some browsers begin the stack with the message.
    const thrownAt = stack
      ?.replace(text, '')
      .split('\n')
      .find((line) => line.includes('://'));
    return thrownAt !== undefined && IGNORED_URLS.some((pattern) => pattern.test(thrownAt));
  } catch {
    // A value without a text, or one whose getter throws: no browser or extension throws it.
    return false;
  }
}
