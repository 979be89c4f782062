import { afterEach, describe, expect, test, vi } from 'vitest';
import { readBrowserEnvironment } from './device-environment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const phone = { userAgent: 'agent', platform: 'iPhone', maxTouchPoints: 5, language: 'de-DE' };

/** A page whose canvas writes down how it is drawn on. */
function stubCanvas(context: object | null): unknown[][] {
  const calls: unknown[][] = [];
  const canvas = {
    getContext: (kind: string) => calls.push(['getContext', kind]) && context,
    toDataURL: () => 'data:image/png;base64,AAAA',
  };
  vi.stubGlobal('document', { createElement: (name: string) => calls.push(['createElement', name]) && canvas });
  return calls;
}

describe('The environment that a device is described by', () => {
  test('is what navigator, screen and time zone say', () => {
    vi.stubGlobal('navigator', phone);
    vi.stubGlobal('screen', { width: 390, height: 844 });
    expect(readBrowserEnvironment()).toMatchObject({
      ...phone,
      screenResolution: '390x844',
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  test('has neutral values where there is no page', () => {
    for (const name of ['navigator', 'screen', 'document']) vi.stubGlobal(name, undefined);
    expect(readBrowserEnvironment()).toEqual({
      userAgent: '',
      platform: '',
      maxTouchPoints: 0,
      language: 'und',
      screenResolution: '0x0',
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      canvas: '',
    });
  });

  test('has neutral values where the browser names neither language nor time zone', () => {
    vi.stubGlobal('navigator', { ...phone, language: '' });
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: '' } as never);
    expect(readBrowserEnvironment()).toMatchObject({ language: 'und', timezone: 'UTC' });
  });
});

describe('The canvas of the environment', () => {
  test('is a drawing of text and an arc, made only when it is asked for', () => {
    const drawn: unknown[][] = [];
    const context = {
      fillText: (...args: unknown[]) => drawn.push(['fillText', ...args]),
      arc: (...args: unknown[]) => drawn.push(['arc', ...args]),
      stroke: () => drawn.push(['stroke']),
    };
    const calls = stubCanvas(context);
    const environment = readBrowserEnvironment();
    expect(calls).toEqual([]);
    expect(environment.canvas).toBe('data:image/png;base64,AAAA');
    expect(calls).toEqual([
      ['createElement', 'canvas'],
      ['getContext', '2d'],
    ]);
    expect(drawn).toEqual([['fillText', 'Scantix 🎫 0123', 2, 20], ['arc', 60, 30, 20, 0, 5], ['stroke']]);
    expect(context).toMatchObject({ font: '16px sans-serif', fillStyle: '#c2410c' });
  });

  test('is empty where the browser gives no context', () => {
    stubCanvas(null);
    expect(readBrowserEnvironment().canvas).toBe('');
  });

  test('is empty where the browser protects its canvas', () => {
    stubCanvas({
      fillText() {
        throw new DOMException('protected', 'SecurityError');
      },
    });
    expect(readBrowserEnvironment().canvas).toBe('');
  });
});
