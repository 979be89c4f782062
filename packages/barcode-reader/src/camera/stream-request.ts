import type { CameraContext } from './camera-context.ts';
import { liveWith, requestedLensId } from './camera-model.ts';
import type { CameraOptions, LensMemory } from './camera-ports.ts';
import type { CameraStore } from './camera-store.ts';
import { stopStream } from './held-stream.ts';
import { lensConstraints } from './lens.ts';
import { applyContinuousFocus, readCapabilities, readSettings } from './lens-controls.ts';
import type { createLensSettings } from './lens-settings.ts';

/** What a request needs. */
export interface StreamRequestOptions {
  readonly context: CameraContext;
  readonly store: CameraStore;
  readonly settings: ReturnType<typeof createLensSettings>;
  readonly lensMemory: LensMemory;
  readonly resolution: NonNullable<CameraOptions['resolution']>;
}

/** Requests the camera: one `getUserMedia` call at a time, however often it is asked for meanwhile. */
export function createStreamRequest({ context, store, settings, lensMemory, resolution }: StreamRequestOptions) {
  const { model, dispatch } = store;
  let pending: Promise<void> | null = null;

  /** An answer may be outdated when it arrives: another lens is wanted, or the stream was lost already. */
  async function requestUntilSettled(): Promise<void> {
    try {
      do await requestOnce();
      while (model().state.status === 'starting');
    } finally {
      pending = null;
    }
  }

  async function requestOnce(): Promise<void> {
    const devices = context.mediaDevices();
    if (!devices) return dispatch({ type: 'devices-missing', isSecureContext: context.isSecureContext() });
    dispatch({ type: 'stream-requested' });
    const asked = requestedLensId(model());
    let stream: MediaStream;
    try {
      stream = await devices.getUserMedia(lensConstraints(asked, resolution));
    } catch (error) {
      return dispatch({ type: 'stream-refused', asked, error });
    }
    const [track] = stream.getVideoTracks();
    if (!track) return dispatch({ type: 'empty-stream-arrived', asked });
    dispatch({ type: 'stream-arrived', asked, live: firstState(stream, track) });
    if (liveWith(model(), stream)) await prepare(stream, track, asked);
    else stopStream(stream);
  }

  /** Prepares a live stream for reading codes: lens, focus, and the settings that were in force before a restart. */
  async function prepare(stream: MediaStream, track: MediaStreamTrack, asked: string | null): Promise<void> {
    const [lenses, focusMode] = await Promise.all([context.listLenses(), applyContinuousFocus(track)]);
    dispatch({ type: 'lens-checked', stream, lenses, mayChange: asked === null, focusMode });
    await settings.restore(stream);
  }

  async function start(): Promise<void> {
    if (!pending) {
      // Outside the request: a lens memory that throws must not leave a request that never ends.
      if (requestedLensId(model()) === null) dispatch({ type: 'lens-remembered', deviceId: lensMemory.load() });
      pending = requestUntilSettled();
    }
    await pending;
  }

  return {
    isPending: () => pending !== null,
    /** Waits for the pending request, if there is one. */
    settled: (): Promise<void> => pending ?? Promise.resolve(),
    /** Requests the camera, or joins the pending request. */
    start,
    /** Requests the camera again after its stream was dropped; does nothing once the camera is closed. */
    async restart(): Promise<void> {
      if (model().state.status === 'starting') await start();
    },
  };
}

function firstState(stream: MediaStream, track: MediaStreamTrack) {
  return {
    status: 'live',
    stream,
    lensId: track.getSettings().deviceId ?? '',
    label: track.label,
    capabilities: { ...readCapabilities(track), lenses: 1 },
    torchOn: false,
    ...readSettings(track),
  } as const;
}
