import type { CameraContext } from './camera-context.ts';
import type { createCameraScreens } from './camera-screens.ts';
import type { LiveCameraState } from './camera-state.ts';
import type { CameraStore } from './camera-store.ts';
import type { createLensSettings } from './lens-settings.ts';
import { readPermission } from './permission.ts';
import type { createStreamRequest } from './stream-request.ts';
import { isDead } from './watch-track.ts';

/** What a recheck needs. */
export interface RecheckOptions {
  readonly context: CameraContext;
  readonly store: CameraStore;
  readonly request: ReturnType<typeof createStreamRequest>;
  readonly settings: ReturnType<typeof createLensSettings>;
  readonly screens: ReturnType<typeof createCameraScreens>;
}

/**
 * Creates the check that runs when the person returns to the page, a camera is plugged in or the permission changes: it
 * repairs a live camera and requests one that could not be opened.
 */
export function createRecheck({ context, store, request, settings, screens }: RecheckOptions) {
  const { model, dispatch } = store;

  /** Phones end or darken a stream in the background, or resume it on their ultra-wide lens. */
  async function recheckLive({ stream, lensId }: LiveCameraState): Promise<void> {
    const [track] = stream.getVideoTracks();
    const hasMoved = (track?.getSettings().deviceId || lensId) !== lensId;
    if (!track || hasMoved || isDead(track)) {
      dispatch({ type: 'stream-lost', restart: 'now' });
      return request.restart();
    }
    screens.resume();
    dispatch({ type: 'lenses-counted', count: (await context.listLenses()).length });
    await settings.restoreTorch(stream);
  }

  /** A block is asked about first: a request that is bound to fail would only show the browser's prompt. */
  async function isStillBlocked(): Promise<boolean> {
    const permission = await readPermission(context.permissions(), async () => []);
    return permission !== 'granted' || model().state.status !== 'blocked';
  }

  return async (): Promise<void> => {
    const { state } = model();
    if (state.status === 'idle') return;
    if (state.status === 'live') return recheckLive(state);
    if (request.isPending()) return;
    if (state.status === 'blocked' && (await isStillBlocked())) return;
    if (!request.isPending()) await request.start();
  };
}
