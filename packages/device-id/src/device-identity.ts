import type { DeviceDescription } from './describe-device.ts';

/** How a caller ends its wait. */
export interface AbortOptions {
  /** Ends this caller's wait; the work continues for the others. */
  readonly signal?: AbortSignal;
}

/** What the browser says of the device, for sign-in and analytics. */
export interface DeviceInformation extends DeviceDescription {
  readonly deviceId: string;
  readonly fingerprint: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly language: string;
  /** Width x height in CSS pixels: `390x844`. */
  readonly screenResolution: string;
  /** IANA name: `Europe/Berlin`. */
  readonly timezone: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
}

/** How the fingerprint in the identifier was made. */
export interface FingerprintMetadata {
  /** The library's own estimate, 0 to 1. */
  readonly confidence: number;
  /** Number of browser components that the fingerprint is made of. */
  readonly components: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly language: string;
  readonly screenResolution: string;
  readonly timezone: string;
}

/**
 * Who this device is: a stable identifier, and the traits of its browser. No method rejects, except with the reason of its
 * `signal`, or in a service worker that is not bundled into one file.
 */
export interface DeviceIdentity {
  /** Starts the search for the identifier and follows resets in other tabs. */
  start(): void;
  /** Stops following other tabs. */
  stop(): void;
  /** The identifier, `<fingerprint>.<random>`; generated and stored on first use. Always resolves, except for an abort. */
  getDeviceId(options?: AbortOptions): Promise<string>;
  /** The fingerprint in the identifier; the library is not loaded again for it. */
  getFingerprint(options?: AbortOptions): Promise<string>;
  /** The identifier with the traits of the browser. */
  getDeviceInformation(options?: AbortOptions): Promise<DeviceInformation>;
  /** How the fingerprint was made; null for a fallback identifier or when it was not stored. */
  getFingerprintMetadata(options?: AbortOptions): Promise<FingerprintMetadata | null>;
  /** Clears what is stored and generates a new identifier. */
  reset(options?: AbortOptions): Promise<string>;
}
