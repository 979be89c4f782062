import { useCallback, useEffect, useState } from 'react';
import type { DeviceIdentity, DeviceInformation } from '../index.ts';

/** What {@link useDeviceInformation} returns. */
export interface DeviceInformationState {
  /** Null until it is read: on a server, while a page hydrates, and until the code that describes a device is loaded. */
  readonly information: DeviceInformation | null;
  /** Gives this device a new identifier and reads the information again. Other components see it when they are mounted. Never rejects. */
  readonly reset: () => Promise<void>;
}

/**
 * The information of this device, read when the component is mounted.
 *
 * @example
 * const { information } = useDeviceInformation(identity);
 * return <p>{information?.deviceString}</p>;
 */
export function useDeviceInformation(
  identity: Pick<DeviceIdentity, 'getDeviceInformation' | 'reset'>,
): DeviceInformationState {
  const [information, setInformation] = useState<DeviceInformation | null>(null);
  const [generation, setGeneration] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new identifier is read anew
  useEffect(() => {
    const leaving = new AbortController();
    // A call rejects only if it is aborted.
    identity.getDeviceInformation({ signal: leaving.signal }).then(setInformation, () => {});
    return () => leaving.abort();
  }, [identity, generation]);

  const reset = useCallback(async () => {
    await identity.reset();
    setGeneration((current) => current + 1);
  }, [identity]);

  return { information, reset };
}
