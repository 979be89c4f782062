/** The traits by which a device is described. */
export interface DeviceTraits {
  readonly userAgent: string;
  readonly platform: string;
  /** How many fingers the screen tells apart; more than one tells an iPad from a Mac. */
  readonly maxTouchPoints: number;
}

/** The type of a device. */
export type DeviceType =
  | 'iPhone'
  | 'iPad'
  | 'Android Phone'
  | 'Android Tablet'
  | 'Windows PC'
  | 'Mac'
  | 'Linux PC'
  | 'Unknown';
/** The operating system. */
export type DeviceOS = 'iOS' | 'Android' | 'Windows' | 'macOS' | 'Linux' | 'Unknown';
/** The browser. */
export type DeviceBrowser = 'Edge' | 'Chrome' | 'Safari' | 'Firefox' | 'Opera' | 'IE' | 'Unknown';
/** The kind of a device. */
export type DeviceCategory = 'mobile' | 'tablet' | 'desktop' | 'unknown';

/** What is known of a device. */
export interface DeviceDescription {
  readonly deviceType: DeviceType;
  readonly deviceOS: DeviceOS;
  readonly deviceBrowser: DeviceBrowser;
  readonly deviceCategory: DeviceCategory;
  /** Type with browser in parentheses: `iPhone (Safari)`. */
  readonly deviceString: string;
}

const KINDS: Readonly<Record<DeviceType, readonly [DeviceOS, DeviceCategory]>> = {
  iPhone: ['iOS', 'mobile'],
  iPad: ['iOS', 'tablet'],
  'Android Phone': ['Android', 'mobile'],
  'Android Tablet': ['Android', 'tablet'],
  'Windows PC': ['Windows', 'desktop'],
  Mac: ['macOS', 'desktop'],
  'Linux PC': ['Linux', 'desktop'],
  Unknown: ['Unknown', 'unknown'],
};

/** Tablets whose user agent has "mobile" or lacks "Android": Kindle Fire (KFxxxx, Silk), Nexus, Galaxy Tab, Lenovo, Huawei. */
const NAMED_TABLETS =
  /\bKF[A-Z]{2,6}\b|\bKindle\b|\bNexus (?:7|9|10)\b|\bSM-[TPX]\d{3}|\bGT-[PN][1-8]\d{3}|\bGalaxy Tab\b|\bPixel (?:C|Tablet)\b|\bLenovo TB|\bMediaPad\b|\bXoom\b/;

/** The order matters: nearly every user agent also names the browsers it descends from. */
const BROWSERS: readonly (readonly [RegExp, DeviceBrowser])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|OPX|Opera)\b/, 'Opera'],
  [/\bMSIE |\bTrident\//, 'IE'],
  [/\b(?:Firefox|FxiOS|Focus)\//, 'Firefox'],
  [/(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  // Android's own old browser also names Safari.
  [/^(?!.*Android).*\bSafari\//, 'Safari'],
];

/** Describes a device by its user agent, and an iPad that reports a Mac by its touch points. Pure. */
export function describeDevice(traits: DeviceTraits): DeviceDescription {
  const deviceType = typeOf(traits);
  const [deviceOS, deviceCategory] = KINDS[deviceType];
  const deviceBrowser = BROWSERS.find(([pattern]) => pattern.test(traits.userAgent))?.[1] ?? 'Unknown';
  return { deviceType, deviceOS, deviceBrowser, deviceCategory, deviceString: `${deviceType} (${deviceBrowser})` };
}

function typeOf({ userAgent, platform, maxTouchPoints }: DeviceTraits): DeviceType {
  // Windows phones also name Android and iPhone, to get mobile pages.
  if (/\bWindows Phone\b/.test(userAgent)) return 'Unknown';
  if (/\biPad\b/.test(userAgent)) return 'iPad';
  if (/\biPhone\b|\biPod\b/.test(userAgent)) return 'iPhone';
  if (NAMED_TABLETS.test(userAgent)) return 'Android Tablet';
  if (/\bAndroid\b/.test(userAgent)) return /mobile/i.test(userAgent) ? 'Android Phone' : 'Android Tablet';
  // iPadOS reports a Mac; no Mac has a touch screen.
  if (platform === 'MacIntel' && maxTouchPoints > 1) return 'iPad';
  if (/\bWindows\b/.test(userAgent)) return 'Windows PC';
  if (/\bMacintosh\b|\bMac OS X\b/.test(userAgent)) return 'Mac';
  if (/\bLinux\b/.test(userAgent)) return 'Linux PC';
  return 'Unknown';
}
