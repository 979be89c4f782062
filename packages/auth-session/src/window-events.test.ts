import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToWindow } from './listen-to-window.ts';

let events: EventTarget;
let seen: string[];
let leaving: AbortController;

beforeEach(() => {
  events = new EventTarget();
  seen = [];
  leaving = new AbortController();
  const reactions = {
    onWake: () => seen.push('wake'),
    onHide: () => seen.push('hide'),
    onRefreshNeeded: () => seen.push('refresh'),
    onStorage: (isReplaced: boolean) => seen.push(isReplaced ? 'replaced' : 'written'),
  };
  listenToWindow(events, reactions, leaving.signal);
});
afterEach(() => vi.unstubAllGlobals());

const raise = (name: string, fields: object = {}) => events.dispatchEvent(Object.assign(new Event(name), fields));

test.each(['visibilitychange', 'pageshow', 'online'])('%s wakes the session', (name) => {
  raise(name);
  expect(seen).toEqual(['wake']);
});

test('a page that is hidden is not woken before it is shown', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  raise('visibilitychange');
  expect(seen).toEqual(['hide']);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  raise('visibilitychange');
  expect(seen).toEqual(['hide', 'wake']);
});

test('of another tab it tells writes of the session’s keys, and that a session was replaced or removed', () => {
  raise('storage', { key: 'refreshToken', newValue: 'r' });
  raise('storage', { key: 'authToken', newValue: 'a' });
  raise('storage', { key: 'userData', newValue: null });
  raise('storage', { key: null, newValue: null });
  raise('storage', { key: 'theme', newValue: 'dark' });
  raise('storage', { key: 'deviceId', newValue: null });
  expect(seen).toEqual(['written', 'replaced', 'replaced', 'replaced']);
});

test('after the end nothing is heard', () => {
  leaving.abort();
  for (const name of ['pageshow', 'token-refresh-needed', 'online']) raise(name);
  raise('storage', { key: null, newValue: null });
  expect(seen).toEqual([]);
});
