import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { routeAt } from './route-table.ts';

// Loads the view of the verdict as well, so that verdicts still show when the network is lost later.
const LiveCamera = lazy(async () => {
  const [{ LiveCamera }] = await Promise.all([
    import('../camera/live-camera.tsx'),
    routeAt('/scan-result/any')?.load(),
  ]);
  return { default: LiveCamera };
});

/**
 * The parent of Scanner and Scan Result: the camera stays open from one to the other and back. A result that was opened
 * by its address gets no camera. Neither do signed-out users, whom the guard redirects.
 */
export function CameraStage() {
  const location = useLocation();
  const signedIn = useAtomValue(useStart().atoms.isSessionValidAtom);
  if (!signedIn || !isOverCamera(location)) return <Outlet />;
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <LiveCamera>
        <Outlet />
      </LiveCamera>
    </Suspense>
  );
}
