import type { Camera } from '../camera/camera.ts';

/** Whether opening the camera would make the browser prompt. Without a camera or a secure context it would not. */
export async function willPrompt(
  camera: Pick<Camera, 'queryPermission' | 'listLenses'>,
  { isSecureContext = globalThis.isSecureContext }: { readonly isSecureContext?: boolean | undefined },
): Promise<boolean> {
  if (!isSecureContext || (await camera.queryPermission()) !== 'prompt') return false;
  return (await camera.listLenses()).length > 0;
}
