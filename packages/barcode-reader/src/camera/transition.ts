import type { CameraEvent } from './camera-event.ts';
import { type CameraModel, closedCamera, type LensChoice, liveWith, requestedLensId } from './camera-model.ts';
import { type CameraState, type LiveCameraState, stateOfRefusal } from './camera-state.ts';
import { betterLens } from './lens.ts';

/** The model after an event; the same object when the event changes nothing. */
export function transition(model: CameraModel, event: CameraEvent): CameraModel {
  switch (event.type) {
    case 'lens-remembered':
      return model.lens.kind === 'any' ? { ...model, lens: named(event.deviceId) } : model;
    case 'stream-requested':
      return model.state.status === 'starting' ? model : withState(model, requested(model.state));
    case 'devices-missing':
      return withState(model, { status: event.isSecureContext ? 'no-camera' : 'insecure' });
    case 'stream-refused':
      return isOutdated(model, event.asked) ? model : afterRefusal(model, stateOfRefusal(event.error));
    case 'stream-arrived':
      return isOutdated(model, event.asked) ? model : goLive(model, event.live);
    case 'empty-stream-arrived':
      return isOutdated(model, event.asked) ? model : withState(model, { status: 'no-camera' });
    case 'lens-checked':
      return afterLensCheck(model, event);
    case 'lenses-counted':
      return model.state.status === 'live' ? update(model, model.state.stream, { lenses: event.count }) : model;
    case 'lens-chosen':
      return chooseLens(model, event.deviceId);
    case 'stream-lost':
      return model.state.status === 'live' ? afterLoss(model, event.restart) : model;
    case 'torch-requested':
      return { ...model, wanted: { ...model.wanted, torch: event.on } };
    case 'torch-applied':
      return update(model, event.stream, { torchOn: event.on });
    case 'zoom-requested':
      return { ...model, wanted: { ...model.wanted, zoom: event.zoom } };
    case 'zoom-applied':
      return update(model, event.stream, { zoom: event.zoom });
    case 'closed':
      return close(model);
  }
}

function requested({ status }: CameraState): CameraState {
  return { status: 'starting', ...(status === 'in-use' && { after: status }) };
}

function withState(model: CameraModel, state: CameraState): CameraModel {
  return { ...model, state };
}

function named(deviceId: string | null): LensChoice {
  return deviceId === null ? { kind: 'any' } : { kind: 'named', deviceId };
}

/** Whether the answer to a request is no longer wanted: the camera was closed, or another lens was chosen. */
function isOutdated(model: CameraModel, asked: string | null): boolean {
  return model.state.status !== 'starting' || requestedLensId(model) !== asked;
}

/** Stays `starting` where a request without this lens may succeed: it is gone, or was only on trial. */
function afterRefusal(model: CameraModel, refusal: CameraState): CameraModel {
  const { lens } = model;
  const anyOtherWillDo = refusal.status === 'no-camera' || (lens.kind === 'on-trial' && refusal.status !== 'blocked');
  if (lens.kind === 'any' || !anyOtherWillDo) return withState(model, refusal);
  return { ...model, lens: { kind: 'any' }, refusedLenses: new Set([...model.refusedLenses, lens.deviceId]) };
}

/** A restart asks for the lens that is live now: phones would come back on another one. */
function goLive(model: CameraModel, live: LiveCameraState): CameraModel {
  const lensId = live.lensId || requestedLensId(model);
  return { ...model, state: { ...live, lensId: lensId ?? '' }, lens: named(lensId) };
}

/** Leaves a lens that reads codes badly for a better one that was not refused before. */
function afterLensCheck(model: CameraModel, event: CameraEvent & { type: 'lens-checked' }): CameraModel {
  const live = liveWith(model, event.stream);
  if (!live) return model;
  const usable = event.lenses.filter(({ deviceId }) => !model.refusedLenses.has(deviceId));
  const better = event.mayChange ? betterLens(usable, live.lensId) : null;
  if (better === null) {
    return update(model, event.stream, { focusMode: event.focusMode, lenses: event.lenses.length });
  }
  return { ...model, state: { status: 'starting' }, lens: { kind: 'on-trial', deviceId: better } };
}

/** The zoom was set for the other lens. */
function chooseLens(model: CameraModel, deviceId: string): CameraModel {
  if (requestedLensId(model) === deviceId) return model;
  const state: CameraState = model.state.status === 'live' ? { status: 'starting' } : model.state;
  return { ...model, state, lens: named(deviceId), wanted: { ...model.wanted, zoom: null } };
}

/** A camera that is lost again and again is in use elsewhere. */
function afterLoss(model: CameraModel, restart: 'now' | 'later'): CameraModel {
  return withState(model, { status: restart === 'now' ? 'starting' : 'in-use' });
}

/** The lens stays for the next visit, torch and zoom do not. */
function close(model: CameraModel): CameraModel {
  const { state, refusedLenses, wanted } = closedCamera;
  return { ...model, refusedLenses, wanted, state: model.state.status === 'idle' ? model.state : state };
}

interface LiveChanges extends Partial<Pick<LiveCameraState, 'torchOn' | 'zoom' | 'focusMode'>> {
  readonly lenses?: number;
}

/** Changes the live state of this stream; does nothing once another stream is in use. */
function update(model: CameraModel, stream: MediaStream, { lenses, ...changes }: LiveChanges): CameraModel {
  const live = liveWith(model, stream);
  if (!live) return model;
  const count = Math.max(1, lenses ?? live.capabilities.lenses);
  const next = { ...live, ...changes, capabilities: { ...live.capabilities, lenses: count } };
  const isSame =
    next.torchOn === live.torchOn &&
    next.zoom === live.zoom &&
    next.focusMode === live.focusMode &&
    count === live.capabilities.lenses;
  return isSame ? model : withState(model, next);
}
