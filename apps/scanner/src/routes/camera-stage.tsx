import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { isLiveResult } from '../navigation/live-result.ts';
import { useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { routeAt } from './route-table.ts';

// The verdict's view comes along: a gate that loses its network in the middle of the day must still show verdicts.
const LiveCamera = lazy(async () => {
  const [{ LiveCamera }] = await Promise.all([
    import('../camera/live-camera.tsx'),
    routeAt('/scan-result/any')?.load(),
  ]);
  return { default: LiveCamera };
});

/**
 * The stage that Scanner and Scan Result share: the camera stays warm from one to the other and back. A scan result
 * that was opened by its address needs no camera and gets none, and neither do the signed-out, whom the guard leads on.
 */
export function CameraStage() {
  const location = useLocation();
  const signedIn = useAtomValue(useStart().atoms.isSessionValidAtom);
  if (!signedIn || (!isScannerPath(location.pathname) && !isLiveResult(location.state))) return <Outlet />;
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <LiveCamera>
        <Outlet />
      </LiveCamera>
    </Suspense>
  );
}
