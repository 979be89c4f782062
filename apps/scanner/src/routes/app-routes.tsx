import { ErrorBoundary } from '@scantix/error-reporter/react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { UnexpectedErrorView } from '../views/unexpected-error/unexpected-error-view.tsx';
import { AppLayout, FramePlaceholder } from './app-layout.tsx';
import { CameraStage, LIVE_CAMERA } from './camera-stage.tsx';
import { RouteGuard } from './route-guard.tsx';
import { routeAt } from './route-table.ts';

/**
 * The route of the current path inside the layout. Scanner and Scan Result share the stage with the camera. The router's
 * own `Routes` would decode the path before it matches, so that `/settin%67s` had a view without a title.
 */
export function AppRoutes() {
  const { configuration, reporter } = useStart();
  const route = routeAt(useLocation().pathname, configuration);
  const View = route.view;
  const view = (
    <Suspense key={route.path} fallback={<ViewSkeleton />}>
      <View />
    </Suspense>
  );
  /** A module that failed to load stays failed in some browsers until the page is loaded again. */
  const retry = async (reset: () => void) => {
    const button = document.activeElement;
    try {
      await Promise.all([route.load(), route.hasCamera && LIVE_CAMERA.load()]);
      // The button goes, and the focus in it. `leaveFocusToTitle` would take 50 bytes that the first route has not.
      if (button === document.activeElement) document.querySelector('h1')?.focus();
      reset();
    } catch {
      if (navigator.onLine) location.reload();
    }
  };
  return (
    <Suspense fallback={<FramePlaceholder />}>
      <AppLayout>
        {/* Around the boundary and the camera: a view that still loads, or cannot, has its own title and not the last one. */}
        <RouteGuard route={route}>
          {/* Inside the layout: where one view cannot be shown, the others are a press away. */}
          <ErrorBoundary
            key={route.hasCamera ? 'camera' : route.path}
            reporter={reporter}
            fallback={({ error, reset }) => (
              <ResetElsewhere path={route.path} reset={reset}>
                <UnexpectedErrorView error={error} onRetry={() => void retry(reset)} />
              </ResetElsewhere>
            )}
          >
            {route.hasCamera ? <CameraStage>{view}</CameraStage> : view}
          </ErrorBoundary>
        </RouteGuard>
      </AppLayout>
    </Suspense>
  );
}

interface ResetElsewhereProps {
  readonly path: string;
  readonly reset: () => void;
  readonly children: ReactNode;
}

/** What could not be shown on Scanner must not stand in for the Scan Result of the next code. */
function ResetElsewhere({ path, reset, children }: ResetElsewhereProps) {
  const [failedAt] = useState(path);
  useEffect(() => {
    if (path !== failedAt) reset();
  }, [path, failedAt, reset]);
  return children;
}
