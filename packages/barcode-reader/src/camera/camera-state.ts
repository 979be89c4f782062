/** What the lens in use can do. */
export interface CameraCapabilities {
  /** Whether the camera's light can be switched. */
  readonly torch: boolean;
  /** How many cameras there are to switch between. */
  readonly lenses: number;
  /** How far the lens zooms; `null` when it does not. */
  readonly zoom: { readonly minimum: number; readonly maximum: number; readonly step: number } | null;
}

/** One camera of the device. */
export interface Lens {
  readonly deviceId: string;
  /** The name that the browser gives it; empty until the camera was allowed once. */
  readonly label: string;
}

/** Whether the camera may be used, as far as the browser tells without asking the person. */
export type CameraPermission = 'prompt' | 'granted' | 'denied' | 'unknown';

/** The camera is on. */
export interface LiveCameraState {
  readonly status: 'live';
  readonly stream: MediaStream;
  readonly lensId: string;
  /** The lens by the name that the browser gives it. */
  readonly label: string;
  readonly capabilities: CameraCapabilities;
  readonly torchOn: boolean;
  /** How far the lens is zoomed in; 1 where it cannot be told. */
  readonly zoom: number;
  /** How the lens focuses (`continuous` wherever it can); `null` where it cannot be told. */
  readonly focusMode: string | null;
}

/** What the camera is doing, or why it is not. */
export type CameraState =
  | { readonly status: 'idle' }
  | { readonly status: 'starting' }
  | LiveCameraState
  /** The person or the device's rules do not allow the camera. */
  | { readonly status: 'blocked' }
  | { readonly status: 'no-camera' }
  /** Another program has it. */
  | { readonly status: 'in-use' }
  /** The page is not served over https, so browsers hide the camera from it. */
  | { readonly status: 'insecure' }
  | { readonly status: 'failed'; readonly error: unknown };

/** The state that a refusal of `getUserMedia` means, by the name of its error. */
export function stateOfRefusal(error: unknown): CameraState {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return { status: 'blocked' };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { status: 'no-camera' };
    case 'NotReadableError':
    case 'AbortError':
      return { status: 'in-use' };
    default:
      return { status: 'failed', error };
  }
}
