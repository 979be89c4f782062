import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopOnSignal } from './stop-on-signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose requests take three seconds to finish, and what its process hears. */
function start() {
  const signals = Object.assign(new EventEmitter(), { exit: vi.fn(), exitCode: undefined });
  const stop = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_000)));
  const log = { info: vi.fn(), error: vi.fn() };
  stopOnSignal({ stop }, log, signals as unknown as NodeJS.Process);
  return { signals, stop, log };
}

test('one Ctrl+C that the terminal, npm and npm start each send lets requests finish', async () => {
  const { signals, stop, log } = start();
  signals.emit('SIGINT', 'SIGINT');
  await vi.advanceTimersByTimeAsync(20);
  signals.emit('SIGINT', 'SIGINT');
  await vi.advanceTimersByTimeAsync(100);
  signals.emit('SIGINT', 'SIGINT');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stop).toHaveBeenCalledOnce();
  expect(signals.exit).not.toHaveBeenCalled();
  expect(log.info).toHaveBeenLastCalledWith('stopped');
});

test('a second signal ends the process at once', async () => {
  const { signals } = start();
  signals.emit('SIGTERM', 'SIGTERM');
  await vi.advanceTimersByTimeAsync(1_000);
  signals.emit('SIGINT', 'SIGINT');
  expect(signals.exit).toHaveBeenCalledExactlyOnceWith(1);
});

test('a stop that fails is told by the log and the exit code', async () => {
  const { signals, stop, log } = start();
  const err = new Error('The database does not close');
  stop.mockRejectedValueOnce(err);
  signals.emit('SIGTERM', 'SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err }, 'stopped with an error');
  expect(signals.exitCode).toBe(1);
});
