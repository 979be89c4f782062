import { useAtomValue } from 'jotai';
import { type ReactNode, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createPreferenceStore } from '../preferences/index.ts';
import { useMediaQuery, useNow, useOnline } from './index.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Hydrates `html` of a server; resolves to what differed, once the page shows `expected`. */
async function hydrate(html: string, page: ReactNode, expected: string): Promise<unknown[]> {
  const differences: unknown[] = [];
  const container = document.createElement('div');
  container.innerHTML = html;
  const root = hydrateRoot(container, page, { onRecoverableError: (error) => differences.push(error) });
  await expect.poll(() => container.textContent).toBe(expected);
  root.unmount();
  return differences;
}

function Screen() {
  return useMediaQuery('(min-width: 1px)') ? 'has a width' : 'has none';
}
function Network() {
  return useOnline() ? 'network' : 'no network';
}
function Time() {
  return useNow(60_000, 7) === 7 ? 'the time of the server' : 'the time here';
}
const density = createPreferenceStore({ serverRendered: true }).preference('density', { parse: String }, 'cosy');
function Density() {
  return useAtomValue(density);
}

// What a server renders: rendering-on-a-server.test.tsx.
test.each([
  ['a media query', 'has none', <Screen key="screen" />, 'has a width'],
  ['the network', 'network', <Network key="network" />, 'no network'],
  ['the time', 'the time of the server', <Time key="time" />, 'the time here'],
  ['a preference', 'cosy', <Density key="density" />, 'compact'],
])('%s hydrates as the server has it, and then shows what the browser has', async (_what, html, page, expected) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  localStorage.setItem('density', '"compact"');
  expect(await hydrate(html, <StrictMode>{page}</StrictMode>, expected)).toEqual([]);
});
