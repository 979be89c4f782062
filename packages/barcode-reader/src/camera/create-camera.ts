import { throwIfAborted } from '../model/errors.ts';
import { systemTimers } from '../ports/timers.ts';
import type { Camera } from './camera.ts';
import type { CameraOptions } from './camera-ports.ts';
import { createCameraScreens } from './camera-screens.ts';
import { type CameraState, type Lens, type LiveCameraState, stateOfRefusal } from './camera-state.ts';
import { betterLens, createLensMemory, lensConstraints, listLenses, nextLens } from './lens.ts';
import { applyContinuousFocus, applyTorch, applyZoom, readCapabilities, readSettings } from './lens-controls.ts';
import { readPermission, watchPermission } from './permission.ts';
import { createRestartPauses } from './restart-pauses.ts';
import { isDead, isSeen, watchReturn, watchTrack } from './watch-recovery.ts';

/**
 * Creates a camera; nobody is asked for permission before {@link Camera.open}.
 *
 * @example
 * const camera = createCamera();
 * const detach = camera.attach(video);
 * await camera.open();
 */
export function createCamera(options: CameraOptions = {}): Camera {
  const resolution = options.resolution ?? { width: 1280, height: 720 };
  const memory = options.lensMemory ?? createLensMemory();
  const pauses = createRestartPauses(options.timers ?? systemTimers);
  const listeners = new Set<() => void>();
  const screens = createCameraScreens();
  const signals = new Set<AbortSignal>();
  let state: CameraState = { status: 'idle' };
  let wanted = false;
  /** The lens to ask for: chosen by the person, or live before a restart. */
  let lensId: string | null = null;
  /** The lens that is tried because it should be better, until it lives. */
  let tried: string | null = null;
  /** The lenses that could not be had in this visit. */
  const refusedLenses = new Set<string>();
  let torchWanted = false;
  let zoomWanted: number | null = null;
  let request: Promise<void> | null = null;
  let release: (() => void) | null = null;
  let stopWatching: (() => void) | null = null;

  const mediaDevices = () =>
    options.mediaDevices === undefined ? (globalThis.navigator?.mediaDevices ?? null) : options.mediaDevices;
  const permissions = () =>
    options.permissions === undefined ? (globalThis.navigator?.permissions ?? null) : options.permissions;
  const lenses = () => listLenses(mediaDevices());
  const is = (status: CameraState['status']) => state.status === status;

  function change(next: CameraState) {
    state = next;
    screens.show(next.status === 'live' ? next.stream : null);
    for (const listener of [...listeners]) listener();
  }

  /** One question to the browser at a time, however often the view mounts meanwhile. */
  function ask(): Promise<void> {
    pauses.endPause();
    request ??= acquireUntilSettled().finally(() => {
      request = null;
    });
    return request;
  }

  /** What came of a question may be out of date when it is there: another lens is wanted, or the camera ended. */
  async function acquireUntilSettled(): Promise<void> {
    lensId ??= memory.load();
    do await acquire();
    while (wanted && is('starting'));
  }

  async function acquire(): Promise<void> {
    const devices = mediaDevices();
    if (!devices) {
      const secure = options.isSecureContext ?? globalThis.isSecureContext ?? false;
      return change({ status: secure ? 'no-camera' : 'insecure' });
    }
    change({ status: 'starting' });
    const asked = lensId;
    let stream: MediaStream;
    try {
      stream = await devices.getUserMedia(lensConstraints(asked, resolution));
    } catch (error) {
      if (!wanted || lensId !== asked) return;
      const outcome = stateOfRefusal(error);
      // The lens that was asked for is gone (unplugged, renamed), or nobody but us wanted it: any other will do.
      const anyOther = outcome.status === 'no-camera' || (asked === tried && outcome.status !== 'blocked');
      if (asked === null || !anyOther) return refused(outcome);
      refusedLenses.add(asked);
      lensId = null;
      return;
    }
    if (!wanted || lensId !== asked) return stopStream(stream);
    await live(stream);
  }

  function refused(next: CameraState) {
    change(next);
    if (next.status !== 'in-use') return;
    // No browser tells when the other program lets go.
    pauses.askLater(() => {
      // Who comes back to the page asks anyway.
      if (isSeen(options)) void lookAgain();
    });
  }

  async function live(stream: MediaStream): Promise<void> {
    const [track] = stream.getVideoTracks();
    if (!track) return change({ status: 'no-camera' });
    const chosen = lensId !== null;
    tried = null;
    lensId = track.getSettings().deviceId || lensId;
    const unfollow = watchTrack(track, options, lost);
    release = () => {
      unfollow();
      stopStream(stream);
    };
    pauses.begin();
    change({
      status: 'live',
      stream,
      lensId: lensId ?? '',
      label: track.label,
      capabilities: { ...readCapabilities(track), lenses: 1 },
      torchOn: false,
      ...readSettings(track),
    });
    const [found, focusMode] = await Promise.all([lenses(), applyContinuousFocus(track)]);
    const now = liveWith(stream);
    if (!now) return;
    const left = found.filter(({ deviceId }) => !refusedLenses.has(deviceId));
    tried = chosen ? null : betterLens(left, now.lensId);
    if (tried !== null) {
      lensId = tried;
      return void restart();
    }
    if (focusMode !== now.focusMode) change({ ...now, focusMode });
    count(found);
    if (zoomWanted !== null) await zoomTo(zoomWanted);
    if (torchWanted) await switchTorch(true);
  }

  /** Notes how many cameras there are to switch between. */
  function count(found: readonly Lens[]) {
    const lenses = Math.max(1, found.length);
    if (state.status !== 'live' || state.capabilities.lenses === lenses) return;
    change({ ...state, capabilities: { ...state.capabilities, lenses } });
  }

  /** The state while this stream is still the one that is shown. */
  function liveWith(stream: MediaStream): LiveCameraState | null {
    return state.status === 'live' && state.stream === stream ? state : null;
  }

  /** Asks for the camera anew. Phones open one lens at a time: the old one goes first. */
  function restart(): Promise<void> {
    letGo();
    change({ status: 'starting' });
    return ask();
  }

  /** The camera ended or went dark before somebody's eyes. One that does so again and again is somebody else's. */
  function lost() {
    if (pauses.mayAskAtOnce()) return void restart();
    letGo();
    refused({ status: 'in-use' });
  }

  async function switchTorch(on: boolean): Promise<boolean> {
    if (state.status !== 'live' || !state.capabilities.torch) return false;
    const { stream } = state;
    const [track] = stream.getVideoTracks();
    const torchOn = track ? await applyTorch(track, on) : false;
    const live = liveWith(stream);
    if (live) change({ ...live, torchOn });
    return torchOn;
  }

  async function zoomTo(zoom: number): Promise<number> {
    if (state.status !== 'live') return 1;
    const { stream } = state;
    const [track] = stream.getVideoTracks();
    const now = track ? await applyZoom(track, zoom) : 1;
    const live = liveWith(stream);
    if (live) change({ ...live, zoom: now });
    return now;
  }

  function letGo() {
    pauses.end();
    release?.();
    release = null;
  }

  /** A person who lifts the block in the browser's settings comes back to the page: look again then. */
  async function lookAgain() {
    if (!wanted) return;
    if (state.status === 'live') return lookAfter(state);
    if (request) return;
    if (is('blocked')) {
      const lifted = (await readPermission(permissions(), async () => [])) === 'granted';
      if (!lifted || !is('blocked')) return;
    }
    if (wanted && !request) await ask();
  }

  /** What a phone, or somebody with a plug, may have done to a living camera meanwhile. */
  async function lookAfter({ stream, lensId: used }: LiveCameraState) {
    const [track] = stream.getVideoTracks();
    // Phones come back on another lens than the one that was in use, the ultra-wide one.
    const moved = (track?.getSettings().deviceId || used) !== used;
    if (!track || moved || isDead(track)) return restart();
    screens.playOn();
    count(await lenses());
    if (torchWanted && liveWith(stream)) await switchTorch(true);
  }

  function close() {
    wanted = false;
    torchWanted = false;
    zoomWanted = null;
    refusedLenses.clear();
    pauses.endPause();
    pauses.forget();
    for (const signal of signals) signal.removeEventListener('abort', close);
    signals.clear();
    stopWatching?.();
    stopWatching = null;
    letGo();
    if (!is('idle')) change({ status: 'idle' });
  }

  function watch(): () => void {
    const onReturn = () => void lookAgain();
    const ends = [watchReturn(options, onReturn), watchPermission(permissions(), onReturn)];
    return () => {
      for (const end of ends) end();
    };
  }

  async function setLens(deviceId: string): Promise<void> {
    memory.save(deviceId);
    if (deviceId === lensId) return;
    lensId = deviceId;
    zoomWanted = null;
    if (is('live')) await restart();
    else await request;
  }

  return {
    async open({ signal } = {}) {
      throwIfAborted(signal);
      if (signal) {
        signals.add(signal);
        signal.addEventListener('abort', close, { once: true });
      }
      wanted = true;
      stopWatching ??= watch();
      if (is('live')) return;
      if (request && is('idle')) change({ status: 'starting' });
      await ask();
    },
    close,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach: screens.attach,
    queryPermission: () => readPermission(permissions(), lenses),
    listLenses: lenses,
    setLens,
    async switchLens() {
      if (state.status !== 'live') return;
      const { stream, lensId } = state;
      const next = nextLens(await lenses(), lensId);
      // Tapped twice, or closed meanwhile: a choice is kept for good, so it is made once.
      if (next !== null && liveWith(stream)) await setLens(next);
    },
    async setTorch(on) {
      torchWanted = on;
      return switchTorch(on);
    },
    async setZoom(zoom) {
      zoomWanted = zoom;
      return zoomTo(zoom);
    },
  };
}

function stopStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
