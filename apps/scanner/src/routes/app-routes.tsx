import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { AppLayout } from './app-layout.tsx';
import { CameraStage } from './camera-stage.tsx';
import { RouteGuard } from './route-guard.tsx';
import { routeAt } from './route-table.ts';

/**
 * The route of the current path inside the layout. Scanner and Scan Result share the stage with the camera. The router's
 * own `Routes` would decode the path before it matches, so that `/settin%67s` had a view without a title.
 */
export function AppRoutes() {
  const route = routeAt(useLocation().pathname, useStart().configuration);
  const View = route.view;
  const view = (
    <RouteGuard key={route.path} route={route}>
      <Suspense fallback={<ViewSkeleton />}>
        <View />
      </Suspense>
    </RouteGuard>
  );
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <AppLayout>{route.hasCamera ? <CameraStage>{view}</CameraStage> : view}</AppLayout>
    </Suspense>
  );
}
