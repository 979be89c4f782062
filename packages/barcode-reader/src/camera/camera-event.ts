import type { Lens, LiveCameraState } from './camera-state.ts';

/** What can happen to a camera. `asked` is the `deviceId` that a request named, `null` where it named none. */
export type CameraEvent =
  /** The remembered lens was read from storage; `null` when there is none. */
  | { readonly type: 'lens-remembered'; readonly deviceId: string | null }
  /** A request begins, or a pending request of an earlier visit serves this one. */
  | { readonly type: 'stream-requested' }
  /** The browser has no `mediaDevices`. */
  | { readonly type: 'devices-missing'; readonly isSecureContext: boolean }
  | { readonly type: 'stream-refused'; readonly asked: string | null; readonly error: unknown }
  | { readonly type: 'stream-arrived'; readonly asked: string | null; readonly live: LiveCameraState }
  /** The stream has no video track. */
  | { readonly type: 'empty-stream-arrived'; readonly asked: string | null }
  /** The lenses were listed after the stream arrived; `mayChange` when the browser chose the lens. */
  | {
      readonly type: 'lens-checked';
      readonly stream: MediaStream;
      readonly lenses: readonly Lens[];
      readonly mayChange: boolean;
      readonly focusMode: string | null;
    }
  | { readonly type: 'lenses-counted'; readonly count: number }
  | { readonly type: 'lens-chosen'; readonly deviceId: string }
  /** The track ended, went dark or changed its lens. */
  | { readonly type: 'stream-lost'; readonly restart: 'now' | 'later' }
  | { readonly type: 'torch-requested'; readonly on: boolean }
  | { readonly type: 'torch-applied'; readonly stream: MediaStream; readonly on: boolean }
  | { readonly type: 'zoom-requested'; readonly zoom: number }
  | { readonly type: 'zoom-applied'; readonly stream: MediaStream; readonly zoom: number }
  | { readonly type: 'closed' };
