import { expect, test, vi } from 'vitest';
import { createInstallPrompt } from './index.ts';

class Offer extends Event {
  readonly prompt = vi.fn(async () => {});

  constructor() {
    super('beforeinstallprompt', { cancelable: true });
  }
}

function setUp({ byHand = false } = {}) {
  const events = new EventTarget();
  const install = createInstallPrompt({ events, isInstallableByHand: () => byHand });
  install.start();
  const offer = () => {
    const event = new Offer();
    events.dispatchEvent(event);
    return event;
  };
  return { events, install, offer };
}

test("the browser's offer is held back until somebody asks for it, and is shown once", async () => {
  const { install, offer } = setUp();
  expect(install.getSnapshot()).toBe('none');
  const event = offer();
  expect([install.getSnapshot(), event.defaultPrevented]).toEqual(['prompt', true]);
  await install.show();
  await install.show();
  expect(event.prompt).toHaveBeenCalledOnce();
  expect(install.getSnapshot()).toBe('none');
});

test('a prompt that the browser refuses to show is no failure of the app', async () => {
  const { install, offer } = setUp();
  offer().prompt.mockRejectedValueOnce(new DOMException('No user gesture', 'NotAllowedError'));
  await expect(install.show()).resolves.toBeUndefined();
});

test('an app that has been installed is offered no more', () => {
  const { events, install, offer } = setUp();
  const listener = vi.fn();
  install.subscribe(listener);
  offer();
  events.dispatchEvent(new Event('appinstalled'));
  expect(install.getSnapshot()).toBe('none');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('where only a person can install the app, this is said', () => {
  expect(setUp({ byHand: true }).install.getSnapshot()).toBe('by-hand');
});

test('after stop no offer is held back, also if it was started twice', () => {
  const { install, offer } = setUp();
  install.start();
  install.stop();
  expect(offer().defaultPrevented).toBe(false);
  expect(install.getSnapshot()).toBe('none');
});

test('outside a browser there is nothing to install', () => {
  expect(createInstallPrompt().getSnapshot()).toBe('none');
});

test('on a server, which has no window, start does nothing', () => {
  const install = createInstallPrompt();
  install.start();
  expect(install.getSnapshot()).toBe('none');
});
