import { throwIfAborted } from '../errors.ts';
import type { Camera } from './camera.ts';
import type { CameraOptions, CameraScreen } from './camera-ports.ts';
import { type CameraState, type LiveCameraState, stateOfRefusal } from './camera-state.ts';
import { betterLens, createLensMemory, lensConstraints, listLenses, nextLens } from './lens.ts';
import { applyContinuousFocus, applyTorch, applyZoom, readCapabilities, readSettings } from './lens-controls.ts';
import { readPermission } from './permission.ts';
import { watchRecovery, watchReturn } from './watch-recovery.ts';

/** How long to wait before a camera that another program has is asked for again; doubled each time. */
const firstRetryMs = 1000;
const lastRetryMs = 16_000;

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
  const timers = options.timers ?? systemTimers;
  const listeners = new Set<() => void>();
  const screens = new Set<CameraScreen>();
  let state: CameraState = { status: 'idle' };
  let wanted = false;
  /** The lens to ask for: chosen by the person, or live before a restart. */
  let lensId: string | null = null;
  let torchWanted = false;
  let request: Promise<void> | null = null;
  let release: (() => void) | null = null;
  let stopRecovery: (() => void) | null = null;
  let retry: unknown = null;
  let retryMs = firstRetryMs;

  const mediaDevices = () =>
    options.mediaDevices === undefined ? (globalThis.navigator?.mediaDevices ?? null) : options.mediaDevices;
  const permissions = () =>
    options.permissions === undefined ? (globalThis.navigator?.permissions ?? null) : options.permissions;
  const lenses = () => listLenses(mediaDevices());

  function change(next: CameraState) {
    state = next;
    for (const screen of screens) show(screen);
    for (const listener of [...listeners]) listener();
  }

  function show(screen: CameraScreen) {
    const stream = state.status === 'live' ? state.stream : null;
    if (screen.srcObject === stream) return;
    screen.srcObject = stream;
    if (!stream) return;
    screen.muted = true;
    screen.playsInline = true;
    play(screen);
  }

  function play(screen: CameraScreen) {
    // Play is refused when the element leaves the page meanwhile; the next attach plays again.
    screen.play().catch(() => {});
  }

  /** One question to the browser at a time, however often the view mounts meanwhile. */
  function ask(): Promise<void> {
    timers.clearTimeout(retry);
    request ??= acquire().finally(() => {
      request = null;
    });
    return request;
  }

  async function acquire(): Promise<void> {
    const devices = mediaDevices();
    if (!devices) {
      const secure = options.isSecureContext ?? globalThis.isSecureContext ?? false;
      return change({ status: secure ? 'no-camera' : 'insecure' });
    }
    change({ status: 'starting' });
    lensId ??= memory.load();
    let stream: MediaStream;
    try {
      stream = await devices.getUserMedia(lensConstraints(lensId, resolution)).catch((error: unknown) => {
        // The lens that was asked for is gone (unplugged, renamed): any other will do.
        if (lensId === null || stateOfRefusal(error).status !== 'no-camera') throw error;
        lensId = null;
        return devices.getUserMedia(lensConstraints(null, resolution));
      });
    } catch (error) {
      if (wanted) refused(stateOfRefusal(error));
      return;
    }
    if (!wanted) return stopStream(stream);
    await live(stream);
  }

  function refused(next: CameraState) {
    change(next);
    if (next.status !== 'in-use') return;
    // No browser tells when the other program lets go.
    retry = timers.setTimeout(() => void lookAgain(), retryMs);
    retryMs = Math.min(lastRetryMs, retryMs * 2);
  }

  async function live(stream: MediaStream): Promise<void> {
    const [track] = stream.getVideoTracks();
    if (!track) return change({ status: 'no-camera' });
    retryMs = firstRetryMs;
    const chosen = lensId !== null;
    lensId = track.getSettings().deviceId ?? lensId;
    const restart = () => {
      letGo();
      void ask();
    };
    const unfollow = watchRecovery(track, { ...options, restart });
    release = () => {
      unfollow();
      stopStream(stream);
    };
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
    const better = chosen ? null : betterLens(found, now.lensId);
    if (better !== null) return changeTo(better);
    if (found.length > 1 || focusMode !== now.focusMode) {
      change({ ...now, focusMode, capabilities: { ...now.capabilities, lenses: Math.max(1, found.length) } });
    }
    if (torchWanted) await switchTorch(true);
  }

  /** The state while this stream is still the one that is shown. */
  function liveWith(stream: MediaStream): LiveCameraState | null {
    return state.status === 'live' && state.stream === stream ? state : null;
  }

  async function changeTo(deviceId: string): Promise<void> {
    lensId = deviceId;
    // Phones open one lens at a time: the old one goes first.
    letGo();
    change({ status: 'starting' });
    // Called from within a request too, which is over only when this is.
    await acquire();
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

  function letGo() {
    release?.();
    release = null;
  }

  /** A person who lifts the block in the browser's settings comes back to the page: look again then. */
  async function lookAgain() {
    if (!wanted || request || state.status === 'idle') return;
    // A browser that stopped playing in the background does not begin again by itself.
    if (state.status === 'live') return screens.forEach(play);
    if (state.status === 'blocked' && (await readPermission(permissions(), async () => [])) !== 'granted') return;
    if (wanted && !request) await ask();
  }

  function close() {
    wanted = false;
    torchWanted = false;
    timers.clearTimeout(retry);
    stopRecovery?.();
    stopRecovery = null;
    letGo();
    if (state.status !== 'idle') change({ status: 'idle' });
  }

  async function setLens(deviceId: string): Promise<void> {
    memory.save(deviceId);
    if (state.status !== 'live') {
      lensId = deviceId;
      return;
    }
    if (deviceId === state.lensId) return;
    request ??= changeTo(deviceId).finally(() => {
      request = null;
    });
    await request;
  }

  return {
    async open({ signal } = {}) {
      throwIfAborted(signal);
      signal?.addEventListener('abort', close, { once: true });
      wanted = true;
      stopRecovery ??= watchReturn(options, () => void lookAgain());
      if (state.status === 'live') return;
      if (request && state.status === 'idle') change({ status: 'starting' });
      await ask();
    },
    close,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(screen) {
      screens.add(screen);
      show(screen);
      return () => {
        screens.delete(screen);
        screen.srcObject = null;
      };
    },
    queryPermission: () => readPermission(permissions(), lenses),
    listLenses: lenses,
    setLens,
    async switchLens() {
      if (state.status !== 'live') return;
      const next = nextLens(await lenses(), state.lensId);
      if (next !== null) await setLens(next);
    },
    async setTorch(on) {
      torchWanted = on;
      return switchTorch(on);
    },
    async setZoom(zoom) {
      if (state.status !== 'live') return 1;
      const { stream } = state;
      const [track] = stream.getVideoTracks();
      const now = track ? await applyZoom(track, zoom) : 1;
      const live = liveWith(stream);
      if (live) change({ ...live, zoom: now });
      return now;
    },
  };
}

const systemTimers = {
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
};

function stopStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
