import { classifyModule } from '@scantix/analytics-logger';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { readReturnPath } from '../navigation/return-path.ts';
import { viewKey } from '../navigation/view-key.ts';
import { useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { type AppRoute, titleAt } from './route-table.ts';

/**
 * Sets the document title from the route, sends the signed-out to Login where the route needs auth, and keeps the
 * signed-in away from Login (specification, sections 2 and 6).
 */
export function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { atoms, logger } = useStart();
  const location = useLocation();
  const restoring = useAtomValue(atoms.sessionAtom).status === 'restoring';
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const mustSignIn = route.requiresAuth && !signedIn;
  const isDone = route.path === '/login' && signedIn;
  const isShown = !restoring && !mustSignIn && !isDone;

  const title = useI18n().t(titleAt(location) ?? route.title);
  const wasSignedIn = useAtomValue(atoms.wasSignedInAtom);

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  const visit = viewKey(location);
  // Each visit of a view is a page view, of the same view too.
  useEffect(() => {
    if (!isShown) return;
    // The template, not the address: no barcode ever stands in a log.
    const { path } = route;
    logger.logPageView({ page: path, module: classifyModule(path), url: path, referrer: document.referrer });
  }, [isShown, logger, route, visit]);

  if (restoring) return <ViewSkeleton />;
  if (mustSignIn) {
    // After a sign-out the next clerk gets no address, and no barcode in it, from the one before.
    const state = wasSignedIn ? null : { from: location.pathname + location.search };
    return <Navigate to="/login" replace state={state} />;
  }
  if (isDone) return <Navigate to={readReturnPath(location.state)} replace />;
  return children;
}
