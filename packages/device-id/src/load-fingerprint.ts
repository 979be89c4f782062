import type { Fingerprint } from './fingerprint.ts';

/** Loads FingerprintJS (15 KB gzip) and runs it once. */
export async function loadFingerprint(): Promise<Fingerprint> {
  const { runFingerprintJs } = await import('./device-traits.ts');
  return runFingerprintJs();
}
