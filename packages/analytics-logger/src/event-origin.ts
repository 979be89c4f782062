import type { DeviceFields } from './analytics-event.ts';

/** The device's fields as an event contains them; the information is missing where it could not be read. */
export type EventDevice = Partial<DeviceFields> & { readonly deviceId: string };

/** What an event keeps from the moment it was made, however late it is sent. */
export interface EventOrigin {
  /** `null` before the start: such an event gets the session with which it is sent. */
  readonly sessionId: string | null;
  /** The device; `undefined` until it has been read. */
  device(): EventDevice | undefined;
}
