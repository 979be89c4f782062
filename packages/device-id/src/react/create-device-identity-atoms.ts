import { type Atom, atom, type WritableAtom } from 'jotai';
import type { DeviceIdentity, DeviceInformation } from '../index.ts';

/** The atoms of one device identity. */
export interface DeviceIdentityAtoms {
  /** The device information; suspends until it is read. */
  readonly deviceInformationAtom: Atom<Promise<DeviceInformation>>;
  /** Gives this device a new identifier and reads the information again. */
  readonly resetDeviceAtom: WritableAtom<null, [], Promise<void>>;
}

/**
 * Makes the atoms of one device identity.
 *
 * @example
 * const { deviceInformationAtom } = createDeviceIdentityAtoms(identity);
 * const { deviceString } = useAtomValue(deviceInformationAtom);
 */
export function createDeviceIdentityAtoms(
  identity: Pick<DeviceIdentity, 'getDeviceInformation' | 'reset'>,
): DeviceIdentityAtoms {
  const generationAtom = atom(0);
  const deviceInformationAtom = atom((get, { signal }) => {
    get(generationAtom);
    return identity.getDeviceInformation({ signal });
  });
  const resetDeviceAtom = atom(null, async (_get, set) => {
    await identity.reset();
    set(generationAtom, (generation) => generation + 1);
  });
  generationAtom.debugLabel = 'deviceIdentity/generation';
  deviceInformationAtom.debugLabel = 'deviceIdentity/information';
  resetDeviceAtom.debugLabel = 'deviceIdentity/reset';
  return { deviceInformationAtom, resetDeviceAtom };
}
