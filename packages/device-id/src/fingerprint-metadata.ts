import type { DeviceEnvironment } from './device-environment.ts';
import type { FingerprintMetadata } from './device-identity.ts';
import type { Fingerprint } from './fingerprint.ts';

/** What is stored of a fingerprint and of the browser that it was made in, at a time in epoch milliseconds. */
export function describeFingerprint(
  { confidence, components }: Fingerprint,
  environment: DeviceEnvironment,
  at: number,
): FingerprintMetadata {
  const { userAgent, platform, language, screenResolution, timezone } = environment;
  const timestamp = new Date(at).toISOString();
  return { confidence, components, timestamp, userAgent, platform, language, screenResolution, timezone };
}
