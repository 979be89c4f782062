import { afterEach, describe, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { type ThemeEnvironment, themeContract } from './testing/index.ts';

/** Sets the preference of the operating system, and waits until the page is notified. */
async function prefer(theme: 'dark' | 'light'): Promise<void> {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const isChange = query.matches !== (theme === 'dark');
  const notified = new Promise((resolve) => query.addEventListener('change', resolve, { once: true }));
  await emulate(theme);
  if (isChange) await notified;
}

function emulate(value: string): Promise<void> {
  const devTools = cdp() as unknown as { send(method: string, parameters: object): Promise<void> };
  return devTools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}

async function open(): Promise<ThemeEnvironment> {
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

describe("A theme in the browser's own environment", () => {
  for (const { title, run } of themeContract({ open })) test(title, run);
});
