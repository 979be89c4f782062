import { classifyModule } from '@scantix/analytics-logger';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useApp } from '../app-context.ts';
import { ViewSkeleton } from '../shell/view-skeleton.tsx';
import { readReturnPath } from './return-path.ts';
import type { AppRoute } from './route-table.ts';

/**
 * Sets the document title from the route, sends the signed-out to Login where the route needs auth, and keeps the
 * signed-in away from Login (specification, sections 2 and 6).
 */
export function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { atoms, logger } = useApp();
  const location = useLocation();
  const restoring = useAtomValue(atoms.sessionAtom).status === 'restoring';
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const away = restoring ? null : route.requiresAuth && !signedIn ? '/login' : route.path === '/login' && signedIn;

  useLayoutEffect(() => {
    document.title = route.title;
  }, [route.title]);

  useEffect(() => {
    if (away !== false && away !== null) return;
    // The template, not the address: no barcode ever stands in a log.
    logger.logPageView({ page: route.path, module: classifyModule(route.path), url: route.path, referrer: document.referrer });
  }, [away, logger, route.path]);

  if (restoring) return route.requiresAuth || route.path === '/login' ? <ViewSkeleton /> : children;
  if (away === '/login') {
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  }
  if (away) return <Navigate to={readReturnPath(location.state)} replace />;
  return children;
}
