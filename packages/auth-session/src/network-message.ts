/** One of MESSAGES, in a file of its own: it is said where the session's code cannot be loaded, too. */
export const NETWORK_MESSAGE = 'Network error. Please try again.';
