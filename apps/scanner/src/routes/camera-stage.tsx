import { type ReactNode, Suspense, use } from 'react';
import { useLocation } from 'react-router';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { AppContext } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { onDemand, SCAN_RESULT } from './route-table.ts';

// Loads the view of the verdict as well, so that verdicts still show when the network is lost later.
export const LIVE_CAMERA = onDemand(async () => {
  const [{ LiveCamera }] = await Promise.all([import('../camera/live-camera.tsx'), SCAN_RESULT.load()]);
  return LiveCamera;
});

/**
 * The parent of Scanner and Scan Result: the camera stays open from one to the other and back. A result that was opened
 * by its address gets no camera. Neither do signed-out users, whom the guard redirects.
 */
export function CameraStage({ children }: { children: ReactNode }) {
  const location = useLocation();
  const signedIn = use(AppContext) !== null;
  if (!signedIn || !isOverCamera(location)) return children;
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <LIVE_CAMERA.view>{children}</LIVE_CAMERA.view>
    </Suspense>
  );
}
