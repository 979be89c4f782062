import type { CameraPermissions } from './camera-ports.ts';
import type { CameraPermission, Lens } from './camera-state.ts';

/**
 * Whether the camera may be used, without asking for it. Where the browser does not know the permission's name, cameras
 * with names tell that it was granted: without it they have none.
 */
export async function readPermission(
  permissions: CameraPermissions | null,
  lenses: () => Promise<readonly Lens[]>,
): Promise<CameraPermission> {
  const answer = await permissions?.query({ name: 'camera' as PermissionName }).catch(() => null);
  if (answer?.state === 'granted' || answer?.state === 'denied' || answer?.state === 'prompt') return answer.state;
  return (await lenses()).some(({ label }) => label !== '') ? 'granted' : 'unknown';
}

/** Calls `onChange` when the permission changes, where the browser tells. @returns a function that ends it */
export function watchPermission(permissions: CameraPermissions | null, onChange: () => void): () => void {
  let over = false;
  let unfollow = () => {};
  void permissions
    ?.query({ name: 'camera' as PermissionName })
    .then((permission) => {
      if (over) return;
      permission.addEventListener?.('change', onChange);
      unfollow = () => permission.removeEventListener?.('change', onChange);
    })
    .catch(() => {});
  return () => {
    over = true;
    unfollow();
  };
}
