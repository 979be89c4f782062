import { afterEach, describe, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { type ThemeSurroundings, themeContract } from './testing/index.ts';

/** Says to the page what its operating system prefers, and waits until it has heard. */
async function prefer(theme: 'dark' | 'light'): Promise<void> {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const isNews = query.matches !== (theme === 'dark');
  const heard = new Promise((resolve) => query.addEventListener('change', resolve, { once: true }));
  await emulate(theme);
  if (isNews) await heard;
}

function emulate(value: string): Promise<void> {
  const devTools = cdp() as unknown as { send(method: string, parameters: object): Promise<void> };
  return devTools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}

async function open(): Promise<ThemeSurroundings> {
  await prefer('light');
  localStorage.clear();
  document.documentElement.classList.remove('dark');
  const frame = document.body.appendChild(document.createElement('iframe'));
  return {
    options: {},
    prefer,
    saveElsewhere(text) {
      const elsewhere = frame.contentWindow?.localStorage;
      if (text === null) elsewhere?.removeItem('theme');
      else elsewhere?.setItem('theme', text);
    },
    savedText: () => localStorage.getItem('theme'),
    isDark: () => document.documentElement.classList.contains('dark'),
  };
}

afterEach(async () => {
  await emulate('');
  localStorage.clear();
  document.body.replaceChildren();
  document.documentElement.classList.remove('dark');
});

describe("A theme among the browser's own", () => {
  for (const { title, run } of themeContract({ open })) test(title, run);
});
