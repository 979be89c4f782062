import { classifyModule } from '@scantix/analytics-logger';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useStart } from '../app-context.ts';
import { useI18n } from '../i18n/use-i18n.ts';
import { ViewSkeleton } from '../shell/view-skeleton.tsx';
import { readReturnPath } from './return-path.ts';
import { type AppRoute, titleAt } from './route-table.ts';
import { viewKey } from './view-key.ts';

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
  const wasInside = useAtomValue(atoms.wasInsideAtom);

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
    // Whoever was inside and left hands no address, and no barcode in it, to the next clerk.
    const state = wasInside ? null : { from: location.pathname + location.search };
    return <Navigate to="/login" replace state={state} />;
  }
  if (isDone) return <Navigate to={readReturnPath(location.state)} replace />;
  return children;
}
