/** The message by which the page asks a waiting service worker to take over. */
export const TAKE_OVER_MESSAGE = 'take-over';
