import { expect, test, vi } from 'vitest';
import { createScriptUrlPolicy } from './index.ts';

const pageUrl = () => 'https://app.example/scanner';

test('an address of the own origin passes, any other is refused', () => {
  const policy = createScriptUrlPolicy({ name: 'app', trustedTypes: undefined, pageUrl });
  expect(policy.createScriptUrl('/worker.js')).toBe('/worker.js');
  expect(() => policy.createScriptUrl('https://elsewhere.example/worker.js')).toThrow(TypeError);
});

test("the browser's policy is created once, at the first use, and makes the addresses", () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => ({
    createScriptURL: (url: string) => `trusted:${rules.createScriptURL(url)}`,
  }));
  const policy = createScriptUrlPolicy({ name: 'app', trustedTypes: { createPolicy }, pageUrl });
  expect(createPolicy).not.toHaveBeenCalled();
  expect([policy.createScriptUrl('/a.js'), policy.createScriptUrl('/b.js')]).toEqual([
    'trusted:/a.js',
    'trusted:/b.js',
  ]);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['app']);
});
