const MOZILLA = 'Mozilla/5.0';
const GECKO = '(KHTML, like Gecko)';

function device(name: string, userAgent: string, kind: readonly [string, string, string, string]) {
  const [deviceType, deviceOS, deviceBrowser, deviceCategory] = kind;
  const deviceString = `${deviceType} (${deviceBrowser})`;
  return { name, userAgent, info: { deviceType, deviceOS, deviceBrowser, deviceCategory, deviceString } };
}

/** One real device for each device type, with each operating system, browser and category among them. */
export const DEVICES = [
  device(
    'an iPhone with Safari',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 ${GECKO} Version/18.5 Mobile/15E148 Safari/604.1`,
    ['iPhone', 'iOS', 'Safari', 'mobile'],
  ),
  device(
    'an iPad with Chrome',
    `${MOZILLA} (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 ${GECKO} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    ['iPad', 'iOS', 'Chrome', 'tablet'],
  ),
  device(
    'an Android phone with Opera',
    `${MOZILLA} (Linux; Android 14; SM-S918B) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0`,
    ['Android Phone', 'Android', 'Opera', 'mobile'],
  ),
  device(
    'an Android tablet, without the word mobile',
    `${MOZILLA} (Linux; Android 13; 22081283G) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36`,
    ['Android Tablet', 'Android', 'Chrome', 'tablet'],
  ),
  device(
    'a named tablet model that says mobile',
    `${MOZILLA} (Linux; Android 9; SM-T515) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Mobile Safari/537.36`,
    ['Android Tablet', 'Android', 'Chrome', 'tablet'],
  ),
  device(
    'a Windows PC with Edge',
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    ['Windows PC', 'Windows', 'Edge', 'desktop'],
  ),
  device(
    'a Windows PC with Internet Explorer',
    `${MOZILLA} (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko`,
    ['Windows PC', 'Windows', 'IE', 'desktop'],
  ),
  device('a Mac with Firefox', `${MOZILLA} (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0`, [
    'Mac',
    'macOS',
    'Firefox',
    'desktop',
  ]),
  device(
    'a Linux PC with Chrome',
    `${MOZILLA} (X11; Linux x86_64) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36`,
    ['Linux PC', 'Linux', 'Chrome', 'desktop'],
  ),
  device('a device that says nothing', `${MOZILLA} (compatible)`, ['Unknown', 'Unknown', 'Unknown', 'unknown']),
];
