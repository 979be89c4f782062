import { callApart, withinTime } from '@scantix/runtime-utils';
import type { DeviceEnvironment } from './device-environment.ts';
import { hashEnvironment } from './fallback-identifier.ts';
import type { Fingerprint } from './fingerprint.ts';
import { describeFingerprint } from './fingerprint-metadata.ts';
import { isPlausible } from './identifier-store.ts';
import type { IdentityRecord } from './identity-record.ts';

/** The message, to the letter. */
const FAILED = 'Failed to generate fingerprint';

interface GeneratorOptions {
  readonly now: () => number;
  readonly environment: () => DeviceEnvironment;
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  readonly fingerprint: () => Promise<Fingerprint>;
  readonly log: { error(message: string, cause: unknown): void };
}

/**
 * Makes identifiers of the form `<fingerprint>.<random>`: identical phones share one fingerprint. A fingerprint that is
 * not made within `timeoutMs` milliseconds is replaced by a fallback.
 */
export function createIdentifierGenerator(options: GeneratorOptions): (timeoutMs: number) => Promise<IdentityRecord> {
  const { now, environment, random, log } = options;
  const onTimeout = () => {
    throw new Error('no answer in time');
  };
  return async (timeoutMs) => {
    try {
      const fingerprint = await withinTime(options.fingerprint(), { timeoutMs, onTimeout });
      const metadata = describeFingerprint(fingerprint, environment(), now());
      const deviceId = `${fingerprint.visitorId}.${suffix(random)}`;
      // It would not be read again, and a header may refuse it.
      if (!isPlausible(deviceId)) throw new Error('a visitorId has visible ASCII characters, 103 at most');
      return { deviceId, createdAt: now(), metadata };
    } catch (cause) {
      void callApart(() => log.error(FAILED, cause));
      const createdAt = now();
      const deviceId = `${hashEnvironment(environment())}.${createdAt.toString(36)}${suffix(random)}`;
      return { deviceId, createdAt, metadata: null };
    }
  };
}

/** 96 random bits in hexadecimal. */
function suffix(random: GeneratorOptions['random']): string {
  return Array.from(random(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
