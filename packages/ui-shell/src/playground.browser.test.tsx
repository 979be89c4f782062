import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Playground } from '../playground/playground.tsx';

const PAGES = ['#controls', '#content', '#shell', '#nothing', '#error'];
const THEMES = ['light', 'dark'] as const;
const PHONE = [390, 844] as const;
/** Both themes on a phone, and every other width once: only the frame depends on the width, not the colours. */
const CASES = PAGES.flatMap((hash) => [
  [hash, ...PHONE, 'light'] as const,
  [hash, ...PHONE, 'dark'] as const,
  [hash, 820, 1180, 'dark'] as const,
  [hash, 1440, 900, 'light'] as const,
]);

afterEach(() => {
  document.documentElement.classList.remove('dark');
  history.replaceState(null, '', '#');
});

async function open(hash: string, width: number, height: number, theme: 'dark' | 'light') {
  await page.viewport(width, height);
  document.documentElement.lang = 'en';
  document.documentElement.classList.toggle('dark', theme === 'dark');
  history.replaceState(null, '', hash);
  return render(<Playground theme={theme} onToggleTheme={() => undefined} />);
}

async function findings() {
  for (const animation of document.getAnimations()) {
    // An endless animation cannot be finished.
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'target-size': { enabled: true } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
}

test.each(CASES)('axe finds nothing in %s at %i x %i (%s)', async (hash, width, height, theme) => {
  await open(hash, width, height, theme);
  expect(await findings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test.each(THEMES)('axe finds nothing in a dialog over the page, nor in toasts (%s)', async (theme) => {
  const screen = await open('#shell', ...PHONE, theme);
  await screen.getByRole('button', { name: 'Error' }).click();
  await expect.element(screen.getByText('The export failed', { exact: true })).toBeVisible();
  expect(await findings()).toEqual([]);
  // An error stays for ten seconds over the button that asks.
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(await findings()).toEqual([]);
});

test.each(THEMES)('axe finds nothing without a valid session, when there is no header (%s)', async (theme) => {
  const screen = await open('#shell', ...PHONE, theme);
  await screen.getByRole('checkbox', { name: 'Session valid' }).click();
  await expect.element(screen.getByRole('banner')).not.toBeInTheDocument();
  expect(await findings()).toEqual([]);
});
