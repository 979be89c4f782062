import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onPageHide } from './on-page-hide.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const win = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', win);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function changeVisibility(state: 'visible' | 'hidden'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('the listener is called when the page becomes hidden and when it is left, until that is ended', () => {
  const listener = vi.fn();
  const end = onPageHide(listener);
  changeVisibility('visible');
  expect(listener).not.toHaveBeenCalled();
  changeVisibility('hidden');
  expect(listener).toHaveBeenCalledTimes(1);
  win.dispatchEvent(new Event('pagehide'));
  expect(listener).toHaveBeenCalledTimes(2);
  end();
  changeVisibility('hidden');
  win.dispatchEvent(new Event('pagehide'));
  expect(listener).toHaveBeenCalledTimes(2);
});

test('outside a page nothing is listened to', () => {
  vi.stubGlobal('document', undefined);
  vi.stubGlobal('window', undefined);
  expect(() => onPageHide(() => {})()).not.toThrow();
});
