import type { DeviceDescription } from './describe-device.ts';

export interface AbortOptions {
  /** Ends this caller's wait; the work itself goes on for the others. */
  readonly signal?: AbortSignal;
}

/** The device information record of the specification. */
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

/** How the fingerprint in the identifier came about. */
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

/** Who this device is: an identifier that stays, and what the browser says of itself. */
export interface DeviceIdentity {
  /** Begins to look for the identifier and follows resets made in other tabs. */
  start(): void;
  /** Follows other tabs no longer. */
  stop(): void;
  /** The identifier, `<fingerprint>.<random>`; generated and stored on first use. Always answers. */
  getDeviceId(options?: AbortOptions): Promise<string>;
  /** The fingerprint in the identifier; the library is not loaded again for it. */
  getFingerprint(options?: AbortOptions): Promise<string>;
  /** The identifier with everything that the browser says of itself. */
  getDeviceInformation(options?: AbortOptions): Promise<DeviceInformation>;
  /** How the fingerprint came about; null for a fallback identifier or when it was not kept. */
  getFingerprintMetadata(options?: AbortOptions): Promise<FingerprintMetadata | null>;
  /** Clears what is stored and generates a new identifier. */
  reset(): Promise<string>;
}
