import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { AppLayout } from './app-layout.tsx';
import { CameraStage } from './camera-stage.tsx';
import { RouteGuard } from './route-guard.tsx';
import { APP_ROUTES, type AppRoute } from './route-table.ts';

const hasCamera = (route: AppRoute) => route.path === '/scanner' || route.path.startsWith('/scan-result/');

/** The routes of the specification, section 2, inside the layout. Scanner and Scan Result share the stage with the camera. */
export function AppRoutes() {
  return (
    <Routes>
      <Route
        element={
          <Suspense fallback={<ViewSkeleton />}>
            <AppLayout />
          </Suspense>
        }
      >
        <Route element={<CameraStage />}>{APP_ROUTES.filter(hasCamera).map(toRoute)}</Route>
        {APP_ROUTES.filter((route) => !hasCamera(route)).map(toRoute)}
      </Route>
    </Routes>
  );
}

function toRoute(route: AppRoute) {
  const View = route.view;
  return (
    <Route
      key={route.path}
      path={route.path}
      element={
        <RouteGuard route={route}>
          <Suspense fallback={<ViewSkeleton />}>
            <View />
          </Suspense>
        </RouteGuard>
      }
    />
  );
}
