import type { DeviceFields } from './analytics-event.ts';
import type { AnalyticsDeviceIdentity } from './analytics-logger.ts';

interface CurrentDeviceOptions {
  readonly deviceIdentity: AnalyticsDeviceIdentity;
  readonly log: { error(message: string, cause: unknown): void };
}

/** The device's part of every event. */
export interface CurrentDevice {
  /** Reads the identity again: an identifier can be reset, in another tab too. Never throws. */
  update(): Promise<void>;
  /** The fields as they were read last; `undefined` before that. */
  get(): (DeviceFields & { readonly deviceId: string }) | undefined;
}

/** Reads the device's fields; a device that cannot be read is logged once. */
export function createCurrentDevice({ deviceIdentity, log }: CurrentDeviceOptions): CurrentDevice {
  let device: ReturnType<CurrentDevice['get']>;
  let failureLogged = false;
  return {
    async update() {
      try {
        const deviceId = await deviceIdentity.getDeviceId();
        if (deviceId === device?.deviceId) return;
        device = { ...pickDeviceFields(await deviceIdentity.getDeviceInformation()), deviceId };
      } catch (cause) {
        if (!failureLogged) log.error('Analytics events carry no device', cause);
        failureLogged = true;
      }
    },
    get: () => device,
  };
}

/** An identity may know more than an event contains. */
function pickDeviceFields(information: DeviceFields): DeviceFields {
  const { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution } = information;
  return { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution };
}
