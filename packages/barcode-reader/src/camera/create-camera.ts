import { throwIfAborted } from '../errors.ts';
import type { CameraOptions, CameraScreen } from './camera-ports.ts';
import { type CameraState, stateOfRefusal } from './camera-state.ts';
import { applyTorch, hasTorch, lensConstraints, nextLens } from './lens.ts';
import { watchRecovery, watchReturn } from './watch-recovery.ts';

/** The one owner of the device's camera. */
export interface Camera {
  /**
   * Asks for the camera and keeps it until {@link Camera.close}; the outcome is the state. Aborting is closing.
   * @throws BarcodeReaderError `aborted` when the signal is aborted already
   */
  open(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Lets go of the camera; a stream that still arrives is stopped. */
  close(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): CameraState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Shows the camera in a video element, now and after every restart. @returns a function that takes it off */
  attach(video: CameraScreen): () => void;
  /** Switches the light, if the lens has one. @returns whether it is on now */
  setTorch(on: boolean): Promise<boolean>;
  /** Goes on to the next lens, round and round; does nothing where there is one only. */
  switchLens(): Promise<void>;
}

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
  const listeners = new Set<() => void>();
  const screens = new Set<CameraScreen>();
  let state: CameraState = { status: 'idle' };
  let wanted = false;
  let lensId: string | null = null;
  let request: Promise<void> | null = null;
  let release: (() => void) | null = null;
  let stopRecovery: (() => void) | null = null;

  const mediaDevices = () =>
    options.mediaDevices === undefined ? (globalThis.navigator?.mediaDevices ?? null) : options.mediaDevices;

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
    // Play is refused when the element leaves the page meanwhile; the next attach plays again.
    screen.play().catch(() => {});
  }

  /** One question to the browser at a time, however often the view mounts meanwhile. */
  function ask(): Promise<void> {
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
    let stream: MediaStream;
    try {
      stream = await devices.getUserMedia(lensConstraints(lensId, resolution)).catch((error: unknown) => {
        // The lens that was asked for is gone (unplugged, renamed): any other will do.
        if (lensId === null || stateOfRefusal(error).status !== 'no-camera') throw error;
        lensId = null;
        return devices.getUserMedia(lensConstraints(null, resolution));
      });
    } catch (error) {
      if (wanted) change(stateOfRefusal(error));
      return;
    }
    if (!wanted) return stopStream(stream);
    await live(stream);
  }

  async function live(stream: MediaStream): Promise<void> {
    const [track] = stream.getVideoTracks();
    if (!track) return change({ status: 'no-camera' });
    const restart = () => {
      letGo();
      void ask();
    };
    const unfollow = watchRecovery(track, { document: options.document, window: options.window, restart });
    release = () => {
      unfollow();
      stopStream(stream);
    };
    change({
      status: 'live',
      stream,
      label: track.label,
      capabilities: { torch: hasTorch(track), lenses: 1 },
      torchOn: false,
    });
    const lenses = (await cameraIds()).length;
    if (state.status === 'live' && state.stream === stream && lenses > 1) {
      change({ ...state, capabilities: { ...state.capabilities, lenses } });
    }
  }

  async function cameraIds(): Promise<string[]> {
    const found = await mediaDevices()
      ?.enumerateDevices()
      .catch(() => []);
    return (found ?? []).filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  }

  function letGo() {
    release?.();
    release = null;
  }

  /** A person who lifts the block in the browser's settings comes back to the page: look again then. */
  async function lookAgain() {
    if (!wanted || request || state.status === 'live' || state.status === 'idle') return;
    if (state.status === 'blocked' && (await permission()) !== 'granted') return;
    if (wanted && !request) await ask();
  }

  async function permission(): Promise<string> {
    const permissions =
      options.permissions === undefined ? (globalThis.navigator?.permissions ?? null) : options.permissions;
    const answer = await permissions?.query({ name: 'camera' as PermissionName }).catch(() => null);
    return answer?.state ?? 'unknown';
  }

  function close() {
    wanted = false;
    stopRecovery?.();
    stopRecovery = null;
    letGo();
    if (state.status !== 'idle') change({ status: 'idle' });
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
    async setTorch(on) {
      if (state.status !== 'live' || !state.capabilities.torch) return false;
      const { stream } = state;
      const [track] = stream.getVideoTracks();
      const torchOn = track ? await applyTorch(track, on) : false;
      if (state.status === 'live' && state.stream === stream) change({ ...state, torchOn });
      return torchOn;
    },
    async switchLens() {
      if (state.status !== 'live') return;
      const [track] = state.stream.getVideoTracks();
      const next = nextLens(await cameraIds(), track?.getSettings().deviceId);
      if (next === null || state.status !== 'live') return;
      lensId = next;
      // Phones open one lens at a time: the old one goes first.
      letGo();
      await ask();
    },
  };
}

function stopStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
