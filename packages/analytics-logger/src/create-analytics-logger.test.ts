import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnalyticsLogger } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const ADA = { id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gate' };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('Analytics logger: events', () => {
  test('setting a user logs user_identified, clearing logs user_cleared', () => {
    const logger = createFakeAnalyticsLogger();
    logger.setUser(ADA);
    logger.log({ name: 'between' });
    logger.clearUser();
    logger.log({ name: 'after' });
    expect(
      logger.getHistory().map(({ event, user, category, module }) => [event, user?.clerk, category, module]),
    ).toEqual([
      ['user_identified', 'ada', 'auth', 'auth'],
      ['between', 'ada', 'general', 'general'],
      ['user_cleared', 'ada', 'auth', 'auth'],
      ['after', undefined, 'general', 'general'],
    ]);
  });

  test.each([
    [false, ['info', 'warn', 'error']],
    [true, ['debug', 'info', 'warn', 'error']],
  ])('with debug mode %s the levels logged are %j', (debug, expected) => {
    const logger = createFakeAnalyticsLogger({ debug });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger.log({ name: 'event', level });
    expect(logger.getHistory().map(({ level }) => level)).toEqual(expected);
  });

  test('a function that is subscribed twice is called for each subscription, and each ends by itself', async () => {
    const logger = createFakeAnalyticsLogger();
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    const leave = logger.subscribe(count);
    logger.subscribe(count);
    logger.log({ name: 'first' });
    await Promise.resolve();
    expect(calls).toBe(2);
    leave();
    logger.log({ name: 'second' });
    await Promise.resolve();
    expect(calls).toBe(3);
  });

  test('a subscriber is called for every further event until it unsubscribes, and sees one array until then', async () => {
    const logger = createFakeAnalyticsLogger();
    const seen: number[] = [];
    const before = logger.getHistory();
    const leave = logger.subscribe(() => seen.push(logger.getHistory().length));
    expect(logger.getHistory()).toBe(before);
    logger.log({ name: 'first' });
    await Promise.resolve();
    logger.log({ name: 'hidden', level: 'debug' });
    await Promise.resolve();
    expect(seen).toEqual([1]);
    logger.log({ name: 'second' });
    leave();
    await Promise.resolve();
    expect(seen).toEqual([1]);
    expect(before).toEqual([]);
  });

  test('the history holds the last 100 entries', () => {
    const logger = createFakeAnalyticsLogger();
    for (let index = 1; index <= 130; index += 1) logger.log({ name: `event-${index}` });
    const names = logger.getHistory().map(({ event }) => event);
    expect(names).toHaveLength(100);
    expect([names[0], names[99]]).toEqual(['event-31', 'event-130']);
  });

  test.each([
    ['short', 'short'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['x'.repeat(51), 'x'.repeat(50)],
    ['🎫'.repeat(51), '🎫'.repeat(50)],
  ])('a scanned value of %s is cut to its first 50 characters', (value, cut) => {
    const logger = createFakeAnalyticsLogger();
    logger.logScan({ format: 'qr_code', value, success: true, scanMethod: 'manual' });
    expect(logger.getHistory()[0]).toMatchObject({
      event: 'scan',
      module: 'scanner',
      category: 'scanner',
      properties: { format: 'qr_code', value: cut, success: true, scanMethod: 'manual' },
    });
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [500, false],
    [0, false],
  ])('a call with status %i counts as successful: %s', (status, success) => {
    const logger = createFakeAnalyticsLogger();
    const call = { endpoint: '/tickets/v0/lookup', module: 'tickets', method: 'GET', status, duration: 31 } as const;
    logger.logApiCall(call);
    expect(logger.getHistory()[0]).toMatchObject({
      event: 'api_call',
      module: 'tickets',
      category: 'api',
      level: success ? 'info' : 'warn',
      properties: { ...call, success },
    });
  });

  test('[3.25] a page view has page, module, url, and as referrer the address before it, the document’s at first', () => {
    const logger = createFakeAnalyticsLogger({ referrer: 'https://portal.example/gates' });
    logger.logPageView({ page: 'Home', module: 'general', url: '/' });
    logger.logPageView({ page: 'Reports', module: 'reports', url: '/reports' });
    logger.logPageView({ page: 'Reports', module: 'reports', url: '/reports' });
    logger.logPageView({ page: 'Scanner', module: 'scanner', url: '/scanner', referrer: '/elsewhere' });
    logger.logPageView({ page: 'Home', module: 'general', url: '/' });
    expect(
      logger.getHistory().map(({ event, category, module, properties }) => [event, category, module, properties]),
    ).toEqual(
      [
        ['general', 'Home', '/', 'https://portal.example/gates'],
        ['reports', 'Reports', '/reports', '/'],
        ['reports', 'Reports', '/reports', '/reports'],
        ['scanner', 'Scanner', '/scanner', '/elsewhere'],
        ['general', 'Home', '/', '/scanner'],
      ].map(([module, page, url, referrer]) => ['page_view', 'navigation', module, { page, module, url, referrer }]),
    );
  });

  test('the document’s address is the first referrer without its query, which may have a secret', () => {
    vi.stubGlobal('document', { referrer: 'https://portal.example/reset?token=1#x' });
    const logger = createFakeAnalyticsLogger();
    logger.logPageView({ page: 'Home', url: '/' });
    expect(logger.getHistory()[0]?.properties).toMatchObject({ referrer: 'https://portal.example/reset' });
  });

  test('outside a page the first referrer is empty', () => {
    const logger = createFakeAnalyticsLogger();
    logger.logPageView({ page: 'Home', module: 'general', url: '/' });
    expect(logger.getHistory()[0]?.properties).toMatchObject({ referrer: '' });
  });

  test('the user of an event has the fields of the specification and no others', () => {
    const logger = createFakeAnalyticsLogger();
    logger.setUser({ ...ADA, api_key: 'a field of the server alone' } as typeof ADA);
    expect(logger.getHistory()[0]?.user).toEqual(ADA);
  });

  test('[3.22] the value of a scan is not scrubbed, since it is a code; everything else of it is', () => {
    const scrub = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '*')) as unknown;
    const logger = createFakeAnalyticsLogger({ scrub });
    logger.logScan({ format: 'hunter2', value: `hunter2${'x'.repeat(50)}`, success: true, scanMethod: 'hunter2' });
    expect(logger.getHistory()[0]?.properties).toEqual({
      format: '*',
      value: `hunter2${'x'.repeat(43)}`,
      success: true,
      scanMethod: '*',
    });
  });

  test('an event that cannot be written as JSON loses its own properties only', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const logger = createFakeAnalyticsLogger();
    logger.log({ name: 'good', properties: { count: 12n, error: new Error('why') } });
    logger.log({ name: 'bad', properties: circle });
    await logger.flush();
    expect(logger.received.map(({ properties }) => properties)).toEqual([
      { count: '12', error: { name: 'Error', message: 'why' } },
      { not_serializable: 'Converting circular structure to JSON' },
    ]);
  });

  test.each([
    ['an error', new Error('hunter2 expired'), '* expired'],
    ['an object without a text', Object.create(null), 'unreadable'],
  ])('a getter that throws %s becomes a note, which is scrubbed', (_what, thrown, note) => {
    const scrub = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '*')) as unknown;
    const logger = createFakeAnalyticsLogger({ scrub });
    const properties = Object.defineProperty({}, 'secret', {
      enumerable: true,
      get() {
        throw thrown;
      },
    });
    logger.log({ name: 'bad', properties });
    expect(logger.getHistory()[0]?.properties).toEqual({ not_serializable: note });
  });

  test('properties are copied when they are logged, whatever the caller changes later', () => {
    const logger = createFakeAnalyticsLogger();
    const properties = { step: 1 };
    logger.log({ name: 'event', properties });
    properties.step = 2;
    expect(logger.getHistory()[0]?.properties).toEqual({ step: 1 });
  });

  test('a scrub that throws costs an event its properties, and breaks no caller', () => {
    const scrub = () => {
      throw new Error('broken on purpose');
    };
    const logger = createFakeAnalyticsLogger({ scrub });
    logger.log({ name: 'first', properties: { pin: 1234 } });
    expect(logger.getHistory().at(-1)).toMatchObject({
      event: 'first',
      properties: { not_serializable: 'unreadable' },
    });
  });

  test.each([
    ['a BigInt', () => ({ count: 7n }), { count: '7' }],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        return Object.assign(circle, { circle });
      },
      { not_serializable: expect.any(String) },
    ],
  ])('a scrub that returns %s loses no other event, and breaks no caller', async (_what, scrub, properties) => {
    const logger = createFakeAnalyticsLogger({ scrub });
    logger.start();
    logger.log({ name: 'first', level: 'warn', properties: { pin: 1234 } });
    await logger.flush();
    expect(logger.received.map(({ event }) => event)).toEqual(['app_initialized', 'first']);
    expect(logger.getHistory().at(-1)).toMatchObject({ event: 'first', properties });
  });

  test('scrub gets every event before it is recorded', () => {
    const logger = createAnalyticsLogger({
      enabled: false,
      app: { name: '', version: '', environment: '', domain: '', apiBaseUrl: '' },
      deviceIdentity: { getDeviceId: async () => '', getDeviceInformation: () => Promise.reject(new Error()) },
      scrub: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '*')),
    });
    logger.log({ name: 'event', properties: { deep: [{ text: 'hunter2' }] } });
    expect(logger.getHistory()[0]?.properties).toEqual({ deep: [{ text: '*' }] });
  });
});
