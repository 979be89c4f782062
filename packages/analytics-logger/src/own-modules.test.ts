import { describe, expect, expectTypeOf, test } from 'vitest';
import { type AnalyticsLogger, type AnalyticsModule, classifyModule, DEFAULT_MODULES } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const modules = { bins: ['/bins', '/stock/v0/bins'], labels: ['/labels'], home: ['/'] };

describe("Modules of an app's own", () => {
  test.each([
    ['/bins', 'bins'],
    ['/bins/7', 'bins'],
    ['https://stock.example/stock/v0/bins/7?all', 'bins'],
    ['/binservice', 'general'],
    ['/labels', 'labels'],
    ['/', 'home'],
    ['/reports', 'general'],
  ])('%s belongs to %s', (path, module) => {
    expect(classifyModule(path, modules)).toBe(module);
  });

  test('the first that fits counts, and those of the specification can be added to', () => {
    expect(classifyModule('/tickets/labels', { labels: ['/tickets/labels'], ...DEFAULT_MODULES })).toBe('labels');
    expect(classifyModule('/tickets/labels', { ...DEFAULT_MODULES, labels: ['/tickets/labels'] })).toBe('tickets');
  });

  test('page views and calls that name no module get the one of their address', () => {
    const logger = createFakeAnalyticsLogger({ modules });
    logger.logPageView({ page: 'Bins', url: '/bins/7' });
    logger.logApiCall({ endpoint: '/stock/v0/bins/{id}', method: 'GET', status: 200, duration: 12 });
    logger.logApiCall({ endpoint: '/stock/v0/bins/{id}', module: 'labels', method: 'GET', status: 200, duration: 12 });
    logger.logPageView({ page: 'Elsewhere', module: 'general', url: '/bins' });
    expect(logger.getHistory().map(({ module, properties }) => [module, properties])).toMatchObject([
      ['bins', { module: 'bins' }],
      ['bins', { module: 'bins' }],
      ['labels', { module: 'labels' }],
      ['general', { module: 'general' }],
    ]);
  });

  test('without any, those of the specification count', () => {
    const logger = createFakeAnalyticsLogger();
    logger.logPageView({ page: 'Scan Results', url: '/results' });
    expect(logger.getHistory().map(({ module }) => module)).toEqual(['scanner']);
  });

  test('their names are types: an unknown one is an error of the compiler', () => {
    const logger = createFakeAnalyticsLogger({ modules });
    expectTypeOf(logger).toExtend<AnalyticsLogger<'bins' | 'labels' | 'home'>>();
    expectTypeOf(classifyModule('/', { bins: ['/bins'] })).toEqualTypeOf<AnalyticsModule<'bins'>>();
    logger.log({ name: 'bin_counted', module: 'bins' });
    logger.log({ name: 'signed_in', module: 'auth' });
    // @ts-expect-error: no module of this app
    logger.log({ name: 'report_opened', module: 'reports' });
    // @ts-expect-error: no module of the specification
    createFakeAnalyticsLogger().log({ name: 'bin_counted', module: 'bins' });
  });

  test('what logs for any app takes every logger', () => {
    const logger = createFakeAnalyticsLogger({ modules });
    expectTypeOf(logger).toExtend<AnalyticsLogger<never>>();
    expectTypeOf<AnalyticsLogger>().toExtend<AnalyticsLogger<never>>();
    expectTypeOf(logger).not.toExtend<AnalyticsLogger>();
  });
});
