/**
 * What a sign-in and its session say on the wire: the three calls that any server answers, and the calls and headers of our own
 * server beside it. wire.test.ts compares it with `@scantix/api-contract`, which this package does not load: whoever signs
 * in gets no schema of tickets, scans and reports with it.
 */

/** One call of the server. */
export interface Call {
  readonly method: 'POST';
  readonly path: string;
}

/** Opens a session. */
export const LOGIN: Call = { method: 'POST', path: '/v0/auth/login' };

/** Exchanges the refresh token for new tokens. */
export const REFRESH: Call = { method: 'POST', path: '/v0/auth/refresh' };

/** Ends the session of the bearer token. */
export const LOGOUT: Call = { method: 'POST', path: '/v0/auth/logout' };

/** Replaces the own password. */
export const PASSWORD: Call = { method: 'POST', path: '/v0/auth/password' };

/** The headers of our own server; one of another maker has none of them. */
export const HEADERS = {
  /** Answer to a refused sign-in: {@link NEW_PASSWORD}. */
  signIn: 'Scantix-Sign-In',
  /** Answer: `register`, the session has no device key, and the server takes one; `prove`, the refresh needs a proof. */
  deviceKey: 'Scantix-Device-Key',
  /** Request, a refresh of a session with a device key: the proof. */
  proof: 'Scantix-Proof',
  /** Answer to a sign-in: the handle that ends the session and can do nothing else. */
  revocation: 'Scantix-Revocation',
} as const;

/** The password was right and has to be replaced first. */
export const NEW_PASSWORD = 'new-password';

/** Why a server of ours does not take a new password. */
export const PASSWORD_REFUSALS = ['too_short', 'login_name', 'unchanged', 'common'] as const;

/** Why a new password is not taken: too short, the login name, the current one, or one of those that are guessed first. */
export type PasswordRefusal = (typeof PASSWORD_REFUSALS)[number];

/** What the browser reports of itself at a sign-in. */
export interface DeviceInfo {
  readonly deviceType: string;
  readonly deviceOS: string;
  readonly deviceBrowser: string;
  readonly deviceString: string;
  readonly deviceCategory: string;
  readonly language: string;
  /** Width and height, such as `390x844`. */
  readonly screenResolution: string;
}

/** The body of a sign-in. */
export interface LoginRequest {
  readonly clerk: string;
  readonly password: string;
  readonly remember_me: boolean;
  readonly device_id: string;
  readonly device_info: DeviceInfo;
}

/**
 * @throws TypeError when `baseUrl` is neither an origin nor a path. As a part of the page's address it would be right on some
 * pages and wrong on others; behind a query no path follows.
 */
export function checkBaseUrl(baseUrl: string): void {
  if (/^(https?:\/\/[^/?#]|\/)[^?#]*$/i.test(baseUrl)) return;
  throw new TypeError(`baseUrl "${baseUrl}" must be an origin or path without ? or #`);
}

/** The address of a path of the API. A base path is kept, which `new URL(path, baseUrl)` would drop. */
export function apiAddress(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
