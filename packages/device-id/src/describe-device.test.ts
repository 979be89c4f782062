import { describe, expect, test } from 'vitest';
import { type DeviceType, describeDevice } from './index.ts';
import { IOS, USER_AGENTS } from './testing/user-agents.ts';

const OS_AND_CATEGORY = {
  iPhone: ['iOS', 'mobile'],
  iPad: ['iOS', 'tablet'],
  'Android Phone': ['Android', 'mobile'],
  'Android Tablet': ['Android', 'tablet'],
  'Windows PC': ['Windows', 'desktop'],
  Mac: ['macOS', 'desktop'],
  'Linux PC': ['Linux', 'desktop'],
  Unknown: ['Unknown', 'unknown'],
} as const satisfies Record<DeviceType, readonly [string, string]>;

describe('Device information: type, system, browser, category and text', () => {
  test.each(USER_AGENTS)('%s: %s with %s', (_name, deviceType, deviceBrowser, userAgent) => {
    const [deviceOS, deviceCategory] = OS_AND_CATEGORY[deviceType];
    expect(describeDevice({ userAgent, platform: '', maxTouchPoints: 0 })).toEqual({
      deviceType,
      deviceOS,
      deviceBrowser,
      deviceCategory,
      deviceString: `${deviceType} (${deviceBrowser})`,
    });
  });

  test.each([
    ['iPad', 'iOS', 'tablet', 5],
    ['Mac', 'macOS', 'desktop', 0],
    ['Mac', 'macOS', 'desktop', 1],
  ])('a Mac user agent is an %s with %s as a %s when it has %i touch points', (type, os, category, maxTouchPoints) => {
    const userAgent = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/17.5 Safari/605.1.15`;
    expect(describeDevice({ userAgent, platform: 'MacIntel', maxTouchPoints })).toMatchObject({
      deviceType: type,
      deviceOS: os,
      deviceCategory: category,
      deviceString: `${type} (Safari)`,
    });
  });
});
