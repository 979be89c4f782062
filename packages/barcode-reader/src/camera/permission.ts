import type { CameraPermissions } from './camera-ports.ts';
import type { CameraPermission, Lens } from './camera-state.ts';

/**
 * Whether the camera may be used, without prompting. Where the browser does not know the permission's name, named
 * cameras prove that it was granted: browsers hide the names before.
 */
export async function readPermission(
  permissions: CameraPermissions | null,
  lenses: () => Promise<readonly Lens[]>,
): Promise<CameraPermission> {
  const answer = await permissions?.query({ name: 'camera' as PermissionName }).catch(() => null);
  if (answer?.state === 'granted' || answer?.state === 'denied' || answer?.state === 'prompt') return answer.state;
  return (await lenses()).some(({ label }) => label !== '') ? 'granted' : 'unknown';
}

/** Calls `onChange` when the permission changes, where the browser reports it. @returns a function that ends it */
export function watchPermission(permissions: CameraPermissions | null, onChange: () => void): () => void {
  let isOver = false;
  let unwatch = () => {};
  void permissions
    ?.query({ name: 'camera' as PermissionName })
    .then((permission) => {
      if (isOver) return;
      permission.addEventListener?.('change', onChange);
      unwatch = () => permission.removeEventListener?.('change', onChange);
    })
    .catch(() => {});
  return () => {
    isOver = true;
    unwatch();
  };
}
