import type { CameraDevices } from '../index.ts';

/** A video track that a test lets end or go dark. */
export class FakeVideoTrack extends EventTarget {
  readonly kind = 'video';
  readonly label: string;
  readonly deviceId: string;
  readyState: 'live' | 'ended' = 'live';
  muted = false;
  torchOn = false;
  zoom = 1;
  focusMode: string | undefined;
  readonly #lens: FakeLens;

  constructor(lens: FakeLens) {
    super();
    this.label = lens.label ?? lens.deviceId;
    this.deviceId = lens.deviceId;
    this.focusMode = lens.focusModes?.[0];
    this.#lens = lens;
  }

  getCapabilities() {
    const { torch, zoom, focusModes } = this.#lens;
    return { ...(torch && { torch }), ...(zoom && { zoom }), ...(focusModes && { focusMode: focusModes }) };
  }

  getSettings() {
    const { torch, zoom } = this.#lens;
    return {
      deviceId: this.deviceId,
      ...(torch && { torch: this.torchOn }),
      ...(zoom && { zoom: this.zoom }),
      ...(this.focusMode && { focusMode: this.focusMode }),
    };
  }

  /** As browsers do: what is applied takes the place of everything that was applied before. */
  async applyConstraints({ advanced: [wanted] = [] }: { advanced?: readonly FakeSetting[] }) {
    const { torch, zoom, focusModes } = this.#lens;
    this.torchOn = (torch && wanted?.torch) ?? false;
    this.zoom = (zoom && wanted?.zoom) ?? 1;
    const mode = wanted?.focusMode;
    this.focusMode = mode !== undefined && focusModes?.includes(mode) ? mode : focusModes?.[0];
  }

  /** What the page does: no event is sent. */
  stop() {
    this.readyState = 'ended';
  }

  /** What the device does: the camera is unplugged or taken away. */
  end() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }

  /** What the device does: the camera goes dark, as when another app is in front. */
  mute() {
    this.muted = true;
    this.dispatchEvent(new Event('mute'));
  }
}

/** A camera that the fake device has. */
export interface FakeLens {
  readonly deviceId: string;
  readonly label?: string;
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  /** How it can focus; it begins with the first. */
  readonly focusModes?: readonly string[];
}

/** What a track can be told to do. */
interface FakeSetting {
  readonly torch?: boolean;
  readonly zoom?: number;
  readonly focusMode?: string;
}

/** A device whose cameras a test commands. */
export interface FakeCameraDevices extends CameraDevices {
  /** Every track that was ever given out, oldest first. */
  readonly tracks: readonly FakeVideoTrack[];
  /** What was asked for, oldest first. */
  readonly requests: readonly MediaStreamConstraints[];
  /** Refuses the next requests with an error of this name (`NotAllowedError`, ...); `null` allows again. */
  refuseWith(name: string | null): void;
  /** Keeps requests waiting, as the permission prompt does. @returns what lets them go on */
  hold(): () => void;
}

/** Creates a device with these cameras, for tests of whatever uses a camera. Works in Node. */
export function createFakeCameraDevices(lenses: readonly FakeLens[] = [{ deviceId: 'back' }]): FakeCameraDevices {
  const tracks: FakeVideoTrack[] = [];
  const requests: MediaStreamConstraints[] = [];
  let refusal: string | null = null;
  let held: Promise<void> = Promise.resolve();

  return {
    tracks,
    requests,
    refuseWith(name) {
      refusal = name;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async getUserMedia(constraints) {
      requests.push(constraints);
      await held;
      if (refusal !== null) throw new DOMException('Refused by the test.', refusal);
      const lens = chosenLens(lenses, constraints);
      if (!lens) throw new DOMException('There is no such camera.', 'NotFoundError');
      const track = new FakeVideoTrack(lens);
      tracks.push(track);
      return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
    },
    async enumerateDevices() {
      // Until the camera was allowed, browsers do not say what the cameras are called.
      const named = tracks.length > 0;
      return lenses.map(({ deviceId, label = deviceId }) => ({
        deviceId,
        kind: 'videoinput',
        label: named ? label : '',
      }));
    },
  };
}

function chosenLens(lenses: readonly FakeLens[], { video }: MediaStreamConstraints): FakeLens | undefined {
  const wanted = typeof video === 'object' ? (video.deviceId as { exact?: string } | undefined)?.exact : undefined;
  return wanted === undefined ? lenses[0] : lenses.find(({ deviceId }) => deviceId === wanted);
}
