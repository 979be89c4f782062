import { describe, expect, test } from 'vitest';
import { isExtensionRequest } from './extension-request.ts';
import { isIgnoredError } from './index.ts';

const APP = 'https://gate.example/app.js:1:1';
const failed = (message: string, stack: string) => Object.assign(new TypeError(message), { stack });
const inChromium = (message: string, ...frames: string[]) =>
  failed(message, [`TypeError: ${message}`, ...frames.map((frame) => `    at load (${frame})`)].join('\n'));
/** Firefox and Safari give the frames alone. */
const inFirefox = (message: string, ...frames: string[]) =>
  failed(message, frames.map((frame) => `load@${frame}`).join('\n'));

describe('Ignored errors', () => {
  test.each([
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
    'Extension context invalidated.',
    'Could not establish connection. Receiving end does not exist.',
    'Failed to load moz-extension://abc/x.js',
  ])('by their message, as an error and as a text: %s', (message) => {
    expect(isIgnoredError(new Error(message))).toBe(true);
    expect(isIgnoredError({ message })).toBe(true);
    expect(isIgnoredError(message)).toBe(true);
  });

  test.each(['chrome', 'moz', 'safari', 'safari-web', 'ms-browser'])(
    '[8.16] network failures of a browser extension, by the frames alone: %s-extension',
    (browser) => {
      const script = `${browser}-extension://abcdef/content.js:1:1`;
      expect(isIgnoredError(inChromium('Failed to fetch', script, APP))).toBe(true);
      expect(isIgnoredError(inChromium('Failed to fetch', '<anonymous>', script))).toBe(true);
      expect(isIgnoredError(inFirefox('NetworkError when attempting to fetch resource.', script))).toBe(true);
      expect(isIgnoredError(inChromium('', script))).toBe(true);
      expect(isIgnoredError(inChromium('Failed to fetch https://gate.example/', script))).toBe(true);
    },
  );

  test.each([
    ['a network failure of the app', inChromium('Failed to fetch', APP)],
    [
      'one that an extension has called',
      inChromium('Failed to fetch', APP, 'chrome-extension://abcdef/content.js:1:1'),
    ],
    ['a network failure of the app in Firefox', inFirefox('NetworkError when attempting to fetch resource.', APP)],
    ['an error without frames', failed('Failed to fetch', 'TypeError: Failed to fetch')],
    ['an error without a stack', { message: 'broken' }],
    ['a text', 'broken'],
    ['an object that is no error', {}],
    ['nothing at all', null],
    ['undefined', undefined],
  ])('not: %s', (_title, error) => {
    expect(isIgnoredError(error)).toBe(false);
  });
});

describe('Values that cannot be read as an error', () => {
  const fail = () => {
    throw new Error('unreadable');
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test.each([
    ['an object without a prototype', Object.create(null)],
    ['a message without a text', { message: Object.create(null) }],
    ['a stack that is a list', { message: 'broken', stack: ['a', 'b'] }],
    ['a getter that throws', Object.defineProperty({}, 'message', { get: fail })],
    ['a text that throws', { toString: fail }],
    ['a revoked proxy', revoked.proxy],
  ])('are not ignored: %s', (_title, error) => {
    expect(isIgnoredError(error)).toBe(false);
  });
});

describe('Failed requests of a browser extension, once Sentry wraps fetch', () => {
  const SENTRY = 'https://gate.example/sentry-client.js';
  const SCRIPT = 'chrome-extension://abcdef/content.js';
  /** The innermost frame is the last. */
  const eventOf = (value: string, ...filenames: (string | undefined)[]) => ({
    exception: {
      values: [
        { value: 'a cause' },
        { value, stacktrace: { frames: filenames.map((filename) => ({ ...(filename && { filename }) })) } },
      ],
    },
  });

  test.each([
    ['Failed to fetch (elsewhere.example)', [APP, SCRIPT, SENTRY]],
    ['NetworkError when attempting to fetch resource.', [SCRIPT, SENTRY]],
    ['Load failed', [SCRIPT, '<anonymous>', undefined, SENTRY]],
  ])('ignored: %s', (value, frames) => {
    expect(isExtensionRequest(eventOf(value, ...frames))).toBe(true);
  });

  test.each([
    ['the same of the app', eventOf('Failed to fetch', SCRIPT, APP, SENTRY)],
    ['another error', eventOf('broken', SCRIPT, SENTRY)],
    ['a failure without further frames', eventOf('Failed to fetch', SENTRY)],
    ['a failure without frames', { exception: { values: [{ value: 'Failed to fetch' }] } }],
    ['an exception without a message', { exception: { values: [{}] } }],
    ['no exception', {}],
  ])('not: %s', (_title, event) => {
    expect(isExtensionRequest(event)).toBe(false);
  });
});
