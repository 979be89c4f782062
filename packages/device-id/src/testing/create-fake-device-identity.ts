import { createDeviceIdentity, type DeviceEnvironment, type DeviceIdentity } from '../index.ts';

/** An iPhone with Safari. */
const ENVIRONMENT: DeviceEnvironment = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  platform: 'iPhone',
  maxTouchPoints: 5,
  language: 'en-GB',
  screenResolution: '390x844',
  timezone: 'Europe/Berlin',
  canvas: '',
};

/**
 * A real device identity in memory; it needs no browser.
 *
 * @param options `deviceId` is the identifier that is already stored; `environment` replaces parts of an iPhone's.
 */
export function createFakeDeviceIdentity(
  options: { readonly deviceId?: string; readonly environment?: Partial<DeviceEnvironment> } = {},
): DeviceIdentity {
  const stored = new Map([
    ['deviceId', options.deviceId ?? 'fingerprint.0000'],
    ['deviceVersion', '1.0'],
  ]);
  let generated = 0;
  return createDeviceIdentity({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    environment: () => ({ ...ENVIRONMENT, ...options.environment }),
    fingerprint: async () => ({ visitorId: 'fingerprint', confidence: 0.6, components: 40 }),
    random: (bytes) => {
      generated += 1;
      return bytes.fill(generated);
    },
    whenPainted: async () => {},
  });
}
