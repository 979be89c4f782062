import { describe, expect, test } from 'vitest';
import { type DeviceBrowser, type DeviceType, describeDevice } from './index.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** Real user agents: name, type, browser, user agent. */
const USER_AGENTS: readonly (readonly [string, DeviceType, DeviceBrowser, string])[] = [
  [
    'Safari on iPhone',
    'iPhone',
    'Safari',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${IOS} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPhone',
    'iPhone',
    'Chrome',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${IOS} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox on iPhone',
    'iPhone',
    'Firefox',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) ${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Edge on iPhone',
    'iPhone',
    'Edge',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${IOS} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Opera on iPhone',
    'iPhone',
    'Opera',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${IOS} Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.0`,
  ],
  [
    'Google app on iPhone',
    'iPhone',
    'Safari',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${IOS} GSA/312.0.629961002 Mobile/15E148 Safari/604.1`,
  ],
  [
    'an app on iPhone',
    'iPhone',
    'Unknown',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${IOS} Mobile/15E148`,
  ],
  [
    'Safari on iPod',
    'iPhone',
    'Safari',
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1`,
  ],
  [
    'Safari on iPad before iPadOS',
    'iPad',
    'Safari',
    `Mozilla/5.0 (iPad; CPU OS 12_5_5 like Mac OS X) ${IOS} Version/12.1.2 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPad',
    'iPad',
    'Chrome',
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${IOS} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox on iPad',
    'iPad',
    'Firefox',
    `Mozilla/5.0 (iPad; CPU OS 14_5 like Mac OS X) ${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Chrome on Pixel',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0.6478.71 Mobile Safari/537.36`,
  ],
  [
    'Chrome with a reduced user agent',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome on Galaxy',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 13; SM-S911B) ${WEBKIT} Chrome/112.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S928B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Firefox on Android',
    'Android Phone',
    'Firefox',
    'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
  ],
  [
    'Edge on Android',
    'Android Phone',
    'Edge',
    `Mozilla/5.0 (Linux; Android 10; HD1913) ${WEBKIT} Chrome/125.0.6422.165 Mobile Safari/537.36 EdgA/125.0.2535.87`,
  ],
  [
    'Opera on Android',
    'Android Phone',
    'Opera',
    `Mozilla/5.0 (Linux; Android 10; VOG-L29) ${WEBKIT} Chrome/125.0.6422.165 Mobile Safari/537.36 OPR/76.2.4027.73374`,
  ],
  [
    'Opera Mini',
    'Android Phone',
    'Opera',
    'Opera/9.80 (Android; Opera Mini/12.0.1987/37.7327; U; pl; Mobile) Presto/2.12.423 Version/12.16',
  ],
  [
    'the stock browser of old Android',
    'Android Phone',
    'Unknown',
    'Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; HTC Sensation Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  ],
  [
    'a web view on Android',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 9; CT60 Build/PKQ1; wv) ${WEBKIT} Version/4.0 Chrome/103.0.5060.71 Mobile Safari/537.36`,
  ],
  [
    'a Zebra hand scanner',
    'Android Phone',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 11; TC52) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome on a Galaxy Tab',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 12; SM-X906C) ${WEBKIT} Chrome/80.0.3987.119 Mobile Safari/537.36`,
  ],
  [
    'Chrome on a Galaxy Tab without mobile in its user agent',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 11; SM-T870) ${WEBKIT} Chrome/96.0.4664.45 Safari/537.36`,
  ],
  [
    'the first Galaxy Tab',
    'Android Tablet',
    'Unknown',
    'Mozilla/5.0 (Linux; U; Android 2.2; en-gb; GT-P1000 Build/FROYO) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
  ],
  [
    'Chrome on a Nexus 7',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 7 Build/MOB30X) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome on a Nexus 10',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 10 Build/MOB31T) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome on a Pixel C',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 7.0; Pixel C Build/NRD90M; wv) ${WEBKIT} Version/4.0 Chrome/52.0.2743.98 Safari/537.36`,
  ],
  [
    'Chrome on a Lenovo Tab',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 12; Lenovo TB-J606F) ${WEBKIT} Chrome/110.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Firefox on an Android tablet',
    'Android Tablet',
    'Firefox',
    'Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0',
  ],
  [
    'Silk on a Kindle Fire',
    'Android Tablet',
    'Chrome',
    `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${WEBKIT} Silk/108.4.6 like Chrome/108.0.5359.160 Safari/537.36`,
  ],
  [
    'Silk without Android in its user agent',
    'Android Tablet',
    'Safari',
    'Mozilla/5.0 (Linux; U; en-us; KFTT Build/IML74K) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.4 Safari/535.19 Silk-Accelerated=true',
  ],
  [
    'Chrome on Windows',
    'Windows PC',
    'Chrome',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Edge on Windows',
    'Windows PC',
    'Edge',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.2535.92`,
  ],
  [
    'old Edge on Windows',
    'Windows PC',
    'Edge',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`,
  ],
  [
    'Firefox on Windows',
    'Windows PC',
    'Firefox',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  ],
  [
    'Opera on Windows',
    'Windows PC',
    'Opera',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`,
  ],
  [
    'Opera of the Presto time',
    'Windows PC',
    'Opera',
    'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
  ],
  [
    'Internet Explorer 11',
    'Windows PC',
    'IE',
    'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; AS; rv:11.0) like Gecko',
  ],
  ['Internet Explorer 9', 'Windows PC', 'IE', 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)'],
  [
    'Safari on Mac',
    'Mac',
    'Safari',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/17.5 Safari/605.1.15`,
  ],
  [
    'Chrome on Mac',
    'Mac',
    'Chrome',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Firefox on Mac',
    'Mac',
    'Firefox',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0',
  ],
  [
    'Edge on Mac',
    'Mac',
    'Edge',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.2535.92`,
  ],
  ['Chrome on Linux', 'Linux PC', 'Chrome', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`],
  [
    'headless Chrome on Linux',
    'Linux PC',
    'Chrome',
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Firefox on Ubuntu',
    'Linux PC',
    'Firefox',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  ],
  [
    'Chrome on a Chromebook, which the table does not name',
    'Unknown',
    'Chrome',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  ],
  [
    'Edge on a Windows phone that names Android',
    'Unknown',
    'Edge',
    `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) ${WEBKIT} Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063`,
  ],
  ['a crawler', 'Unknown', 'Unknown', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
  ['nothing at all', 'Unknown', 'Unknown', ''],
];

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
