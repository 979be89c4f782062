import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';
import { onDemand, SCAN_RESULT } from './route-table.ts';

// Loads the view of the verdict as well, so that verdicts still show when the network is lost later.
export const LIVE_CAMERA = onDemand(async () => {
  const [{ LiveCamera }] = await Promise.all([import('../camera/live-camera.tsx'), SCAN_RESULT.load()]);
  return LiveCamera;
});

/**
 * The parent of Scanner and Scan Result: the camera stays open from one to the other and back. A result that was opened
 * by its address gets no camera.
 */
export function CameraStage({ children }: { children: ReactNode }) {
  if (!isOverCamera(useLocation())) return children;
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <LIVE_CAMERA.view>{children}</LIVE_CAMERA.view>
    </Suspense>
  );
}
