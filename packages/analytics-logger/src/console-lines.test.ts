import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnalyticsLogger } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** A console that records the method and the text of each line. */
function recordConsole() {
  const lines: string[] = [];
  const write = (level: string) => (text: string) => void lines.push(`${level}: ${text}`);
  return {
    lines,
    console: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('The console', () => {
  test.each([
    ['on', true],
    ['off', false],
  ])(
    '[9.25][9.26] warn and error are always emitted, debug and info only with debug mode; with the logger %s',
    (_title, enabled) => {
      const written = (debug: boolean) => {
        const { console, lines } = recordConsole();
        const logger = createFakeAnalyticsLogger({ enabled, debug, console });
        for (const level of LEVELS) logger.log({ name: `at_${level}`, level, properties: { count: 1 } });
        return lines;
      };
      const always = ['warn: [scantix] at_warn {"count":1}', 'error: [scantix] at_error {"count":1}'];
      expect(written(false)).toEqual(always);
      expect(written(true)).toEqual([
        'debug: [scantix] at_debug {"count":1}',
        'info: [scantix] at_info {"count":1}',
        ...always,
      ]);
    },
  );

  test('an event without properties is its name alone', () => {
    const { console, lines } = recordConsole();
    createFakeAnalyticsLogger({ console }).log({ name: 'storage_full', level: 'warn' });
    expect(lines).toEqual(['warn: [scantix] storage_full']);
  });

  test('its lines begin as the app says', () => {
    const { console, lines } = recordConsole();
    createFakeAnalyticsLogger({ console, consolePrefix: '[stock]' }).log({ name: 'storage_full', level: 'warn' });
    expect(lines).toEqual(['warn: [stock] storage_full']);
  });

  test('the page’s own console is the default, as it is when the event is logged', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const logger = createAnalyticsLogger({
      enabled: false,
      app: { name: '', version: '', environment: '', domain: '', apiBaseUrl: '' },
      deviceIdentity: { getDeviceId: async () => '', getDeviceInformation: () => Promise.reject(new Error()) },
    });
    logger.log({ name: 'storage_full', level: 'warn' });
    expect(warn.mock.calls).toEqual([['[scantix] storage_full']]);
    warn.mockRestore();
  });

  test('a console that throws breaks neither the caller nor the event', async () => {
    const broken = () => {
      throw new Error('no console');
    };
    const logger = createFakeAnalyticsLogger({ console: { debug: broken, info: broken, warn: broken, error: broken } });
    logger.log({ name: 'storage_full', level: 'warn' });
    await logger.flush();
    expect(logger.received).toMatchObject([{ event: 'storage_full' }]);
  });

  test('secrets are masked there too, and the value of a scan is left out: error reports contain console lines', () => {
    const { console, lines } = recordConsole();
    const scrub = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '*')) as unknown;
    const logger = createFakeAnalyticsLogger({ debug: true, console, scrub });
    logger.log({ name: 'login-failed', level: 'warn', properties: { text: 'hunter2' } });
    logger.logScan({ format: 'qr_code', value: 'TICKET-1', success: true });
    expect(lines).toEqual([
      'warn: [scantix] login-failed {"text":"*"}',
      'info: [scantix] scan {"format":"qr_code","success":true,"scanMethod":"camera"}',
    ]);
  });
});

describe('Logged only: failures of the logger itself', () => {
  test('[8.15] Failed to flush events reaches history and console once until the failure changes, and is not sent', async () => {
    const { console, lines } = recordConsole();
    const logger = createFakeAnalyticsLogger({ console });
    logger.start();
    logger.service.behave('hangs up');
    await logger.flush();
    await logger.flush();
    const hungUp = 'error: [scantix] Failed to flush events {"error":{"name":"AnalyticsError","code":"unreachable",';
    expect(lines).toEqual([expect.stringContaining(hungUp)]);
    logger.service.behave('forbids');
    await logger.flush();
    expect(lines.slice(1)).toEqual([expect.stringContaining('"code":"forbidden","message":"Forbidden"')]);
    logger.service.behave('accepts everything');
    await logger.flush();
    logger.service.behave('forbids');
    logger.log({ name: 'later' });
    await logger.flush();
    expect(lines).toHaveLength(3);
    expect(logger.getHistory().map(({ event, level }) => [event, level])).toEqual([
      ['app_initialized', 'info'],
      ['Failed to flush events', 'error'],
      ['Failed to flush events', 'error'],
      ['later', 'info'],
      ['Failed to flush events', 'error'],
    ]);
    expect(logger.received.map(({ event }) => event)).toEqual(['app_initialized']);
    expect(logger.getStatistics()).toMatchObject({ buffered: 1 });
  });

  test('[8.14] Failed to initialize Axiom reaches history and console, with the cause', async () => {
    const { console, lines } = recordConsole();
    const logger = createFakeAnalyticsLogger({
      console,
      sink: undefined as never,
      load: () => Promise.reject(new TypeError('chunk is gone')),
    });
    logger.start();
    await logger.flush();
    expect(lines).toEqual([
      'error: [scantix] Failed to initialize Axiom {"error":{"name":"TypeError","message":"chunk is gone"}}',
      expect.stringContaining('error: [scantix] Failed to flush events'),
    ]);
    expect(logger.getHistory().map(({ event }) => event)).toEqual([
      'app_initialized',
      'Failed to initialize Axiom',
      'Failed to flush events',
    ]);
  });
});
