import type { CameraDevices } from '../index.ts';

/** A video track that a test ends or darkens. */
export class FakeVideoTrack extends EventTarget {
  readonly kind = 'video';
  readonly label: string;
  readonly deviceId: string;
  readyState: 'live' | 'ended' = 'live';
  muted = false;
  torchOn = false;
  /** The factor. */
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

  /** As in browsers, each call replaces the whole set of constraints. */
  async applyConstraints({ advanced: [wanted] = [] }: { advanced?: readonly FakeSetting[] }) {
    const { torch, zoom, focusModes } = this.#lens;
    this.torchOn = (torch && wanted?.torch) ?? false;
    this.zoom = (zoom && wanted?.zoom) ?? 1;
    const mode = wanted?.focusMode;
    this.focusMode = mode !== undefined && focusModes?.includes(mode) ? mode : focusModes?.[0];
  }

  /** Called by the page; sends no event. */
  stop() {
    this.readyState = 'ended';
  }

  /** Ends the track as the device does when the camera is unplugged or taken away. */
  end() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }

  /** Darkens the track as the device does when another app is in front. */
  mute() {
    this.muted = true;
    this.dispatchEvent(new Event('mute'));
  }
}

/** A camera of the fake device. */
export interface FakeLens {
  readonly deviceId: string;
  /** @default its `deviceId` */
  readonly label?: string;
  /** Whether it has one. @default false */
  readonly torch?: boolean;
  /** Its factors. @default no zoom */
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  /** Its focus modes; the first one is active at the start. */
  readonly focusModes?: readonly string[];
}

/** A setting that can be applied to a track. */
interface FakeSetting {
  /** @default off */
  readonly torch?: boolean;
  /** The factor. @default 1 */
  readonly zoom?: number;
  /** @default the first of the lens */
  readonly focusMode?: string;
}

/** A device whose cameras a test controls. */
export interface FakeCameraDevices extends CameraDevices {
  /** Every track ever returned, oldest first. */
  readonly tracks: readonly FakeVideoTrack[];
  /** The constraints of every request, oldest first. */
  readonly requests: readonly MediaStreamConstraints[];
  /** Refuses the next requests with an error of this name (`NotAllowedError`, ...); `null` allows again. */
  refuseWith(name: string | null): void;
  /** Delays requests, as the permission prompt does. @returns a function that releases them */
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
      // Browsers hide the names of the cameras until the camera was allowed.
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
