/** Who is signed in: sign-in, storage, refresh and sign-out of one staff session. */
export interface AuthSession {
  readonly name: 'auth-session';
}

export function createAuthSession(): AuthSession {
  return { name: 'auth-session' };
}
