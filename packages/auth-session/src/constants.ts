/** How long before its expiry an access token is renewed, in milliseconds. */
export const REFRESH_BUFFER_MS = 5 * 60_000;

/** How long a restored session is assumed to last, in milliseconds. */
export const RESTORED_SESSION_MS = 60 * 60_000;

/** The event that asks for a refresh: the refresh timer raises it, and other code may. */
export const TOKEN_REFRESH_NEEDED = 'token-refresh-needed';

/** How long to wait before the server is asked again after it could not be reached, in milliseconds. */
export const RETRY_DELAY_MS = 30_000;

/** How long callers get `unreachable` without a new attempt after one that got no answer, in milliseconds. */
export const COOL_DOWN_MS = 5_000;

/** How long the start-up check waits for a refresh while the session may continue offline, in milliseconds. */
export const START_UP_WAIT_MS = 2_000;
