import { type DeviceDescription, describeDevice } from '@scantix/device-id';

/** The message id of the steps that allow the camera in a browser. */
export function blockedSteps({
  deviceOS,
  deviceBrowser,
}: Pick<DeviceDescription, 'deviceOS' | 'deviceBrowser'>): string {
  if (deviceOS === 'iOS') {
    return deviceBrowser === 'Safari'
      ? /*i18n*/ 'Tap the page menu beside the address, open Website Settings, set Camera to Allow, then try again.'
      : /*i18n*/ 'Open the Settings app of this device, choose this browser, turn on Camera, then try again.';
  }
  if (deviceOS === 'Android') {
    return /*i18n*/ 'Tap the symbol left of the address, open Permissions, allow the camera, then try again.';
  }
  if (deviceBrowser === 'Safari') {
    return /*i18n*/ 'In the Safari menu open Settings for this website, set Camera to Allow, then try again.';
  }
  if (deviceBrowser === 'Firefox') {
    return /*i18n*/ 'Click the crossed-out camera beside the address, remove the block, then try again.';
  }
  return /*i18n*/ 'Click the icon left of the address, allow the camera, then try again.';
}

/** The description of the browser that runs the app. */
export function thisBrowser(): DeviceDescription {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return describeDevice({ userAgent, platform, maxTouchPoints });
}
