import type { Timers } from '../ports/timers.ts';

/** The part of `navigator.mediaDevices` that is used. */
export interface CameraDevices {
  /** Rejects as the browser does: `NotAllowedError`, `NotFoundError`, `NotReadableError`, `OverconstrainedError`. */
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  /** Labels are empty until the camera was allowed. */
  enumerateDevices(): Promise<readonly Pick<MediaDeviceInfo, 'deviceId' | 'kind' | 'label'>[]>;
  /** For `devicechange`, where the browser has it. */
  addEventListener?(type: string, listener: () => void): void;
  /** Ends what `addEventListener` began. */
  removeEventListener?(type: string, listener: () => void): void;
}

/** A source of events: the document, the window. */
export interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** The part of `document` that is used. */
export interface PageVisibility extends EventSource {
  readonly visibilityState: string;
}

/** The part of `navigator.permissions` that is used. */
export interface CameraPermissions {
  /** Rejects in a browser that does not know the name. */
  query(descriptor: { name: PermissionName }): Promise<{ readonly state: string } & Partial<EventSource>>;
}

/** Stores the chosen lens from one visit to the next. */
export interface LensMemory {
  load(): string | null;
  save(deviceId: string): void;
}

/** The video element that shows the camera. */
export type CameraScreen = Pick<HTMLVideoElement, 'srcObject' | 'play' | 'muted' | 'playsInline'>;

/** Options of a camera; all of them have production defaults. */
export interface CameraOptions {
  /** @default navigator.mediaDevices */
  readonly mediaDevices?: CameraDevices | null;
  /** @default navigator.permissions */
  readonly permissions?: CameraPermissions | null;
  /** @default document */
  readonly document?: PageVisibility;
  /** Source of `pageshow`, `focus` and `orientationchange`. @default window */
  readonly window?: EventSource;
  /** Whether the page is a secure context. @default globalThis.isSecureContext */
  readonly isSecureContext?: boolean;
  /** Where the chosen lens is stored. @default local storage, key `barcodeReaderLens` */
  readonly lensMemory?: LensMemory;
  /** @default the global timers */
  readonly timers?: Timers;
  /** The requested resolution, in pixels. @default { width: 1280, height: 720 } */
  readonly resolution?: { readonly width: number; readonly height: number };
}
