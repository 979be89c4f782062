import { expect, test, vi } from 'vitest';

test('the example of the README chooses dark, then light, and prints both', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([[{ theme: 'dark', source: 'saved' }], [{ theme: 'light', source: 'saved' }]]);
  expect(localStorage.getItem('theme')).toBe('light');
  expect(document.documentElement.classList.contains('dark')).toBe(false);
  expect(getComputedStyle(document.documentElement).getPropertyValue('--stx-text')).not.toBe('');
});
