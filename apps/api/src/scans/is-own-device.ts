import type { SignedInClerk } from '../http/signed-in-clerk.ts';

/** Who delivered a scan or an undo. */
export interface Deliverer {
  /** The device whose session delivered it. */
  readonly deliveredBy: string;
  /** The key of that session; `null`: it had none. */
  readonly deliveredWith: string | null;
}

/** Whether a call comes from the device that delivered: by its key where it had one, else by its id. */
export function isOwnDevice(
  { deliveredBy, deliveredWith }: Deliverer,
  { deviceId, deviceKey }: Pick<SignedInClerk, 'deviceId' | 'deviceKey'>,
): boolean {
  return deliveredWith === null ? deliveredBy === deviceId : deliveredWith === deviceKey;
}
