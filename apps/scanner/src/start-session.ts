import { logChanges } from '@scantix/analytics-logger';
import { type AuthSession, createLateAuthSession, followUser } from '@scantix/auth-session';
import type { ErrorReporter } from '@scantix/error-reporter';
import { whenQuiet } from './browser/when-quiet.ts';
import type { SessionParts } from './create-session.ts';
import { preloadSignedInApp } from './load-signed-in-app.ts';
import type { StartServices } from './services/services.ts';

interface UserSessionParts extends SessionParts {
  readonly reporter: ErrorReporter;
}

/** Creates the session. Its code loads when the page is idle or at the first sign-in; its user goes to logger and reporter. */
export function createUserSession({ reporter, ...parts }: UserSessionParts): AuthSession {
  const { flags, logger } = parts;
  const session = createLateAuthSession({
    load: async () => (await import('./create-session.ts')).createSession(parts),
    ready: () => whenQuiet(1_000),
  });
  followUser(session, (user) => {
    reporter.setUser(user);
    if (user) logger.setUser(user);
    else logger.clearUser();
  });
  if (flags.isEnabled('ENABLE_DEBUG_MODE')) {
    const read = () => {
      const state = session.getSnapshot();
      return { status: state.status, ...(state.status === 'signed-in' && { offline: state.offline }) };
    };
    logChanges({ logger, name: 'session_changed', subscribe: session.subscribe, read });
  }
  return session;
}

/** Restores the session, and starts the signed-in part of the app with the first user of the page. */
export function startSession({ session, store, atoms, loadSignedInApp }: StartServices): void {
  // Keeps the atom current before a view reads it.
  store.sub(atoms.sessionAtom, () => {});
  // Whatever view is open: the ledger sends waiting scans from any of them.
  session.subscribe(() => {
    if (session.getSnapshot().status === 'signed-in') loadSignedInApp().catch(() => {});
  });
  void session.start();
  // In parallel with the code of the session, which finds out whether a user is signed in.
  if (session.getSnapshot().status === 'restoring') void preloadSignedInApp();
}
