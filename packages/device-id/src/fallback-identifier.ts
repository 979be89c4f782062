import type { DeviceEnvironment } from './device-environment.ts';

/** A hash of canvas and browser traits, in place of a fingerprint that could not be made. */
export function hashEnvironment(environment: DeviceEnvironment): string {
  const { canvas, userAgent, platform, maxTouchPoints, language, screenResolution, timezone } = environment;
  const text = JSON.stringify([canvas, userAgent, platform, maxTouchPoints, language, screenResolution, timezone]);
  return hash(text, 0x811c9dc5) + hash(text, 0x9e3779b9);
}

/** FNV-1a, 32 bits: `crypto.subtle` is missing on insecure pages, and this authorises nothing. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
