import { afterEach, expect, test } from 'vitest';
import { createTheme } from './index.ts';
import './tokens.css';

afterEach(() => {
  localStorage.clear();
  document.documentElement.classList.remove('dark');
});

test('the browser shows the tokens of the theme that is on, and stores the choice', () => {
  const ground = () => getComputedStyle(document.documentElement).getPropertyValue('--stx-bg');
  const theme = createTheme();
  theme.start();
  theme.set('light');
  expect(ground()).toBe('#f9f9fb');

  theme.toggle();
  expect(document.documentElement.classList.contains('dark')).toBe(true);
  expect(ground()).toBe('#111113');
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  theme.stop();

  const nextVisit = createTheme();
  nextVisit.start();
  expect(nextVisit.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  nextVisit.stop();
});

test('a toggle in another document reaches this one', async () => {
  const theme = createTheme();
  theme.start();
  theme.set('light');
  const changed = new Promise<void>((resolve) => {
    theme.subscribe(resolve);
  });
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.contentWindow?.localStorage.setItem('theme', 'dark');
  await changed;
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  frame.remove();
  theme.stop();
});
