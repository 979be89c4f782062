import type { LoginFailure } from '../index.ts';

/** Every text of the form. */
export interface SignInTexts {
  readonly username: string;
  readonly password: string;
  readonly rememberMe: string;
  readonly submit: string;
  readonly missingUsername: string;
  readonly missingPassword: string;
  /** While the browser has no network. */
  readonly offline: string;
  /** What a failed sign-in means, by `failure.code`. @default the failure's own message */
  failure(failure: LoginFailure): string;
  /** On the button, while the server takes no further attempt. */
  retryIn(seconds: number): string;
}

/** The texts in English. */
export const SIGN_IN_TEXTS: SignInTexts = {
  username: 'Username',
  password: 'Password',
  rememberMe: 'Remember me',
  submit: 'Sign In',
  missingUsername: 'Enter your username.',
  missingPassword: 'Enter your password.',
  offline: "You're offline. Connect to sign in",
  failure: ({ message }) => message,
  retryIn: (seconds) => `Try again in ${seconds} s`,
};
