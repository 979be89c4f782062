import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ConfigurationError, createConfiguration } from './index.ts';
import { createFakeConfiguration } from './testing/index.ts';

const keys = { PRINTER_URL: z.url(), BINS_A_PAGE: z._default(z.number(), 25), LABELS: z.optional(z.array(z.string())) };
const features = ['counting', 'labels'];

describe("Configuration: an app's own keys", () => {
  test('their values have the types and the defaults of their schemas', () => {
    const { own } = createFakeConfiguration({ PRINTER_URL: 'https://print.example' }, { keys }).get();
    expectTypeOf(own.PRINTER_URL).toEqualTypeOf<string>();
    expectTypeOf(own.BINS_A_PAGE).toEqualTypeOf<number>();
    expectTypeOf(own.LABELS).toEqualTypeOf<string[] | undefined>();
    // @ts-expect-error: no key of this app
    expect(own.PRINTER).toBeUndefined();
    expect(own).toEqual({ PRINTER_URL: 'https://print.example', BINS_A_PAGE: 25 });
  });

  test('anything with a `parse` reads a value', () => {
    const yes = { parse: (value: unknown) => value === 'yes' };
    const { own } = createFakeConfiguration({ PRINTS: 'yes' }, { keys: { PRINTS: yes } }).get();
    expectTypeOf(own).toEqualTypeOf<Readonly<{ readonly PRINTS: boolean }>>();
    expect(own.PRINTS).toBe(true);
  });

  test.each([undefined, 'no address xaat-secret', 7])(
    'a value that its schema refuses is named, not told: %s',
    (value) => {
      const read = vi.fn(() => createFakeConfiguration({ PRINTER_URL: value }, { keys }));
      expect(read).toThrow(new ConfigurationError('invalid', 'PRINTER_URL is not valid'));
      expect(read.mock.results[0]?.value).toMatchObject({ code: 'invalid', cause: { issues: [expect.anything()] } });
    },
  );

  test('nobody can replace one; the object of the page is not frozen', () => {
    const labels = ['bin'];
    const whatever = { parse: (value: unknown) => value as string[] };
    const { own } = createFakeConfiguration({ LABELS: labels }, { keys: { LABELS: whatever } }).get();
    expect(() => Object.assign(own, { LABELS: [] })).toThrow(TypeError);
    expect(Object.isFrozen(labels)).toBe(false);
  });

  test('without keys there are none', () => {
    const { own } = createFakeConfiguration({ PRINTER_URL: 'https://print.example' }).get();
    expectTypeOf<keyof typeof own>().toBeNever();
    expect(own).toEqual({});
  });
});

describe("Configuration: an app's own areas and defaults", () => {
  test('the areas are types: another name is an error of the compiler', () => {
    const options = { features: ['counting', 'labels'] } as const;
    const { isFeatureEnabled } = createFakeConfiguration({ FEATURES: { labels: false } }, options).get();
    expectTypeOf(isFeatureEnabled).parameter(0).toEqualTypeOf<'counting' | 'labels'>();
    expect(['counting', 'labels'].filter((name) => isFeatureEnabled(name as 'counting'))).toEqual(['counting']);
    // @ts-expect-error: no area of this app
    expect(isFeatureEnabled('reports')).toBe(true);
    const inline = createConfiguration({ features: ['counting'] });
    expectTypeOf(inline.get).returns.toHaveProperty('isFeatureEnabled').parameter(0).toEqualTypeOf<'counting'>();
  });

  test('without a list every name is an area, on unless the page has it as false', () => {
    const warn = vi.fn();
    const values = { FEATURES: { anything: false } };
    const { isFeatureEnabled } = createFakeConfiguration(values, { log: { warn } }).get();
    expect(isFeatureEnabled('anything')).toBe(false);
    expect([...features, 'constructor', 'toString'].every(isFeatureEnabled)).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  test('the defaults of the app count where the page has nothing, or a blank text', () => {
    const defaults = { APP_NAME: 'Stock Room', AXIOM_DATASET: 'stock-logs', OFFLINE_SESSION_GRACE_MS: 60_000 };
    const page = { APP_NAME: ' ', AXIOM_DATASET: undefined, OFFLINE_SESSION_GRACE_MS: 0 };
    expect(createFakeConfiguration(page, { defaults }).get()).toMatchObject({
      appName: 'Stock Room',
      axiom: { dataset: 'stock-logs' },
      offlineSessionGraceMs: 0,
    });
    // @ts-expect-error: no key
    createConfiguration({ defaults: { APP: 'Stock Room' } });
  });
});
