import type { DeviceFields } from './analytics-event.ts';
import type { AnalyticsDeviceIdentity } from './analytics-logger.ts';
import type { EventDevice } from './event-origin.ts';

interface CurrentDeviceOptions {
  readonly deviceIdentity: AnalyticsDeviceIdentity;
  /** Called once, with the first failure. */
  readonly onFailure: (cause: unknown) => void;
}

/** The device's part of every event. */
export interface CurrentDevice {
  /**
   * Asks for the device as it is now, since an identifier can be reset, in another tab too. The returned function gives
   * its fields once they are read; of a device that could not be read, those of the next one.
   */
  capture(): () => EventDevice | undefined;
  /** Resolves when every device captured so far has been read. Never rejects. */
  settled(): Promise<void>;
}

/** Reads the device's fields; a device that cannot be read is reported once. */
export function createCurrentDevice({ deviceIdentity, onFailure }: CurrentDeviceOptions): CurrentDevice {
  let information: { readonly deviceId: string; readonly fields: Promise<DeviceFields | null> } | null = null;
  let latest: EventDevice | undefined;
  let settled = Promise.resolve();
  let hasFailed = false;

  function fail(cause: unknown): null {
    if (!hasFailed) onFailure(cause);
    hasFailed = true;
    return null;
  }

  async function readInformation(): Promise<DeviceFields | null> {
    try {
      return pickDeviceFields(await deviceIdentity.getDeviceInformation());
    } catch (cause) {
      information = null;
      return fail(cause);
    }
  }

  async function read(): Promise<EventDevice | undefined> {
    try {
      const deviceId = await deviceIdentity.getDeviceId();
      // A page that is hidden does not wait for the information.
      latest ??= { deviceId };
      if (information?.deviceId !== deviceId) information = { deviceId, fields: readInformation() };
      latest = { ...(await information.fields), deviceId };
      return latest;
    } catch (cause) {
      fail(cause);
      return undefined;
    }
  }

  return {
    capture() {
      let device: EventDevice | undefined;
      const reading = read().then((fields) => {
        device = fields;
      });
      settled = settled.then(() => reading);
      return () => device ?? latest;
    },
    settled: () => settled,
  };
}

/** An identity may know more than an event contains. */
function pickDeviceFields(information: DeviceFields): DeviceFields {
  const { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution } = information;
  return { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution };
}
