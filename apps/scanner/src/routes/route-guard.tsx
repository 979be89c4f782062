import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, use, useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { pageAddress } from '../navigation/page-address.ts';
import { readReturnPath, writeReturnPath } from '../navigation/return-path.ts';
import { viewKey } from '../navigation/view-key.ts';
import { AppContext, useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { type AppRoute, titleAt } from './route-table.ts';

/**
 * Sets the document title from the route and logs each page view. Redirects signed-out users to Login unless the route is
 * public, and signed-in users away from Login (specification, sections 2 and 6).
 */
export function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { atoms, configuration, logger } = useStart();
  const location = useLocation();
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  // A transition renders in slices: the layout may have been rendered before the session was decided, and is again after.
  const isAhead = signedIn && use(AppContext) === null;
  const restoring = useAtomValue(atoms.sessionAtom).status === 'restoring' || isAhead;
  const mustSignIn = !route.isPublic && !signedIn;
  const mustLeaveLogin = route.path === '/login' && signedIn;
  const isShown = !restoring && !mustSignIn && !mustLeaveLogin;

  const title = useI18n().t(titleAt(location, configuration));
  const [returner, setReturner] = useAtom(atoms.returnerAtom);
  const user = useAtomValue(atoms.userAtom);

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  const visit = viewKey(location);
  const url = pageAddress(location.pathname);
  // Every visit counts, also a second one in a row to the same view.
  useEffect(() => {
    if (isShown) logger.logPageView({ page: route.path, url });
  }, [isShown, logger, route, url, visit]);

  // The end of a session has led here: the next view is one that somebody asks for.
  const hasEnded = isShown && !signedIn;
  useEffect(() => {
    if (hasEnded) setReturner(({ userId }) => ({ userId, view: 'asked' }));
  }, [hasEnded, setReturner]);

  if (restoring) return <ViewSkeleton />;
  if (mustSignIn) {
    const state = writeReturnPath(location.pathname + location.search + location.hash, returner);
    return <Navigate to="/login" replace state={state} />;
  }
  if (mustLeaveLogin) return <Navigate to={readReturnPath(location.state, user?.id)} replace />;
  return children;
}
