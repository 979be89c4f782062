import { throwIfAborted } from '../model/errors.ts';
import { systemTimers } from '../ports/timers.ts';
import type { Camera } from './camera.ts';
import { createCameraContext } from './camera-context.ts';
import { liveWith, requestedLensId } from './camera-model.ts';
import type { CameraOptions } from './camera-ports.ts';
import { createCameraScreens } from './camera-screens.ts';
import { type CameraState, streamOf } from './camera-state.ts';
import { createCameraStore } from './camera-store.ts';
import { createHeldStream } from './held-stream.ts';
import { createLensMemory, nextLens } from './lens.ts';
import { createLensSettings } from './lens-settings.ts';
import { isVisible } from './page-events.ts';
import { readPermission } from './permission.ts';
import { createRecheck } from './recheck-camera.ts';
import { createRestartBackoff } from './restart-backoff.ts';
import { createStreamRequest } from './stream-request.ts';
import { createVisitWatch } from './visit-watch.ts';

/**
 * Creates a camera; nobody is asked for permission before {@link Camera.open}.
 *
 * @example
 * const camera = createCamera();
 * const detach = camera.attach(video);
 * await camera.open();
 */
export function createCamera(options: CameraOptions = {}): Camera {
  const context = createCameraContext(options);
  const lensMemory = options.lensMemory ?? createLensMemory();
  const resolution = options.resolution ?? { width: 1280, height: 720 };
  const backoff = createRestartBackoff(options.timers ?? systemTimers);
  const screens = createCameraScreens();
  const signals = new Set<AbortSignal>();
  const store = createCameraStore(apply);
  const settings = createLensSettings(store);
  const request = createStreamRequest({ context, store, settings, lensMemory, resolution });
  const recheck = createRecheck({ context, store, request, settings, screens });
  const heldStream = createHeldStream({ events: options, backoff, onLost });
  const visitWatch = createVisitWatch({ events: options, context, onReturn: () => void recheck() });
  const { model, dispatch } = store;

  /** Carries out a new state: which stream is held and shown, what is watched, when a retry is due. */
  function apply(next: CameraState, previous: CameraState) {
    if (streamOf(next) !== streamOf(previous)) heldStream.replace(streamOf(next));
    if (next.status === 'in-use') backoff.scheduleRetry(retry);
    else backoff.cancelRetry();
    if (next.status === 'idle') {
      backoff.reset();
      visitWatch.stop();
    } else {
      visitWatch.start();
    }
    screens.show(streamOf(next));
  }

  /** No browser reports that another program has released the camera. A hidden page is rechecked when it is shown. */
  function retry() {
    if (isVisible(options)) void recheck();
  }

  function onLost() {
    dispatch({ type: 'stream-lost', restart: backoff.mayRestartAtOnce() ? 'now' : 'later' });
    void request.restart();
  }

  function close() {
    for (const signal of signals) signal.removeEventListener('abort', close);
    signals.clear();
    dispatch({ type: 'closed' });
  }

  async function setLens(deviceId: string): Promise<void> {
    lensMemory.save(deviceId);
    if (deviceId === requestedLensId(model())) return;
    const wasLive = model().state.status === 'live';
    dispatch({ type: 'lens-chosen', deviceId });
    await (wasLive ? request.restart() : request.settled());
  }

  return {
    async open({ signal } = {}) {
      throwIfAborted(signal);
      if (signal) {
        signals.add(signal);
        signal.addEventListener('abort', close, { once: true });
      }
      const { status } = model().state;
      if (status === 'live') return;
      // The pending request of a visit that was cut short serves this one.
      if (status === 'idle' && request.isPending()) dispatch({ type: 'stream-requested' });
      await request.start();
    },
    close,
    getSnapshot: () => model().state,
    subscribe: store.subscribe,
    attach: screens.attach,
    queryPermission: () => readPermission(context.permissions(), context.listLenses),
    listLenses: context.listLenses,
    setLens,
    async switchLens() {
      const { state } = model();
      if (state.status !== 'live') return;
      const next = nextLens(await context.listLenses(), state.lensId);
      // A choice is remembered for later visits: a second tap, or one before closing, must not make another.
      if (next !== null && liveWith(model(), state.stream)) await setLens(next);
    },
    setTorch: settings.setTorch,
    setZoom: settings.setZoom,
  };
}
