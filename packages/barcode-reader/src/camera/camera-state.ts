/** What the lens in use can do. */
export interface CameraCapabilities {
  /** Whether the lens has a torch that can be switched. */
  readonly torch: boolean;
  /** How many cameras there are to switch between. */
  readonly lenses: number;
  /** How far the lens zooms; `null` when it does not. */
  readonly zoom: { readonly minimum: number; readonly maximum: number; readonly step: number } | null;
}

/** One camera of the device. */
export interface Lens {
  readonly deviceId: string;
  /** The browser's name for it; empty until the camera was allowed once. */
  readonly label: string;
}

/** Whether the camera may be used, as far as the browser says without prompting; `unknown` where it does not. */
export type CameraPermission = 'prompt' | 'granted' | 'denied' | 'unknown';

/** The camera gives a picture. */
export interface LiveCameraState {
  readonly status: 'live';
  readonly stream: MediaStream;
  readonly lensId: string;
  /** The browser's name for the lens. */
  readonly label: string;
  readonly capabilities: CameraCapabilities;
  readonly torchOn: boolean;
  /** The current zoom; 1 where the browser does not report it. */
  readonly zoom: number;
  /** The focus mode (`continuous` where the lens has it); `null` where the browser does not report it. */
  readonly focusMode: string | null;
}

/** The camera's state: whether it gives a picture, or why not. */
export type CameraState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'starting';
      /** That the camera was in use elsewhere, while it is requested again. @default no such request came before */
      readonly after?: 'in-use';
    }
  | LiveCameraState
  /** The person or the device's rules do not allow the camera. */
  | { readonly status: 'blocked' }
  | { readonly status: 'no-camera' }
  /** Another program uses the camera. */
  | { readonly status: 'in-use' }
  /** The page is not a secure context, so browsers give it no camera. */
  | { readonly status: 'insecure' }
  | { readonly status: 'failed'; readonly error: unknown };

/** The stream of a state; `null` unless the camera is live. */
export function streamOf(state: CameraState): MediaStream | null {
  return state.status === 'live' ? state.stream : null;
}

/** The state after `getUserMedia` rejected, by the name of the error. */
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
