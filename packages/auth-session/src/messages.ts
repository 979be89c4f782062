import { NETWORK_MESSAGE } from './network-message.ts';

/** Every text that a user can see from this package. */
export const MESSAGES = {
  invalidCredentials: 'Invalid username or password. Please try again.',
  network: NETWORK_MESSAGE,
  timeout: 'The request timed out. Please try again.',
  server: 'Server error. Please try again later or contact support.',
  loginFailed: 'Login failed',
  authenticationFailed: 'Authentication failed',
  unknown: 'An unknown error occurred',
  tokenStorage: 'Failed to store authentication tokens',
  userStorage: 'Failed to store user data',
  notImplemented: 'not yet implemented',
} as const;
