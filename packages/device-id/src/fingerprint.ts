/** The result of a fingerprint library. */
export interface Fingerprint {
  readonly visitorId: string;
  /** How surely the visitor is told from others, from 0 to 1. */
  readonly confidence: number;
  /** Number of browser components that it is made of. */
  readonly components: number;
}

/** The fingerprint in an identifier: it may have dots itself, and the random part has none. */
export function fingerprintOf(deviceId: string): string {
  return deviceId.replace(/\.[^.]*$/, '');
}
