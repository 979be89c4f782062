import { expect, test, vi } from 'vitest';
import { onUncaughtError } from './early-errors.ts';

const event = (type: string, fields: object) => Object.assign(new Event(type), fields);

test('uncaught errors and unhandled rejections are passed on until that is ended', () => {
  const target = new EventTarget();
  const listener = vi.fn();
  const stop = onUncaughtError(target, listener);
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
  target.dispatchEvent(event('error', { error: thrown, message: 'Uncaught Error: thrown' }));
  target.dispatchEvent(event('unhandledrejection', { reason: rejected }));
  expect(listener.mock.calls).toEqual([[thrown], [rejected]]);
  stop();
  target.dispatchEvent(event('error', { error: thrown }));
  target.dispatchEvent(event('unhandledrejection', { reason: rejected }));
  expect(listener).toHaveBeenCalledTimes(2);
});

test('an error of another origin has a message only, and a failed image neither', () => {
  const target = new EventTarget();
  const listener = vi.fn();
  onUncaughtError(target, listener);
  target.dispatchEvent(event('error', { error: null, message: 'Script error.' }));
  target.dispatchEvent(event('error', {}));
  expect(listener.mock.calls).toEqual([[new Error('Script error.')]]);
});

test('without a window there is nothing to listen to', () => {
  expect(() => onUncaughtError(undefined, () => {})()).not.toThrow();
});
