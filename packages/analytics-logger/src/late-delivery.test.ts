import { expect, test, vi } from 'vitest';
import type { LoggedEvent } from './analytics-event.ts';
import type { SendResult } from './batch-sink.ts';
import { AnalyticsError } from './errors.ts';
import { createEventBuffer } from './event-buffer.ts';
import type { EventDelivery } from './event-delivery.ts';
import { createLateDelivery } from './late-delivery.ts';

const ORIGIN = { sessionId: null, device: () => undefined };

function setUp() {
  const buffer = createEventBuffer();
  const counts = { delivered: 0, rejected: 0, dropped: 0 };
  const loaded = {
    failing: false,
    add: vi.fn(buffer.add),
    flush: vi.fn(async () => {}),
    flushOnPageHide: vi.fn(async () => {}),
  } satisfies EventDelivery;
  const load = vi.fn(async (): Promise<EventDelivery> => loaded);
  const onFailure = vi.fn();
  const keepaliveSink = { send: vi.fn(async (): Promise<SendResult> => ({ ok: true, failed: 0 })) };
  const serialize = vi.fn(() => 'line');
  const delivery = createLateDelivery({ buffer, counts, keepaliveSink, serialize, load, onFailure });
  const addMany = (count: number) => {
    for (let index = 0; index < count; index += 1) delivery.add({} as LoggedEvent, ORIGIN);
  };
  return { buffer, counts, keepaliveSink, serialize, loaded, load, onFailure, delivery, addMany };
}

test('events wait in the buffer until the code has loaded; a flush loads it', async () => {
  const { buffer, loaded, load, delivery, addMany } = setUp();
  addMany(1);
  expect(buffer.size).toBe(1);
  await Promise.all([delivery.flush(), delivery.flush()]);
  expect(load).toHaveBeenCalledOnce();
  expect(loaded.flush).toHaveBeenCalledTimes(2);
  addMany(1);
  expect(loaded.add).toHaveBeenCalledOnce();
});

test('a page that is hidden before the code has loaded sends its events at once', async () => {
  const { counts, keepaliveSink, load, delivery, addMany } = setUp();
  addMany(2);
  keepaliveSink.send.mockResolvedValueOnce({ ok: true, failed: 1 });
  await delivery.flushOnPageHide();
  expect(keepaliveSink.send).toHaveBeenCalledExactlyOnceWith(['line', 'line']);
  expect(counts).toEqual({ delivered: 1, rejected: 1, dropped: 0 });
  expect(load).not.toHaveBeenCalled();
});

test('what such a page could not send stays, also where the sink throws, though none may', async () => {
  const { buffer, keepaliveSink, delivery, addMany } = setUp();
  addMany(2);
  const error = new AnalyticsError('unreachable', 'No answer');
  keepaliveSink.send.mockResolvedValueOnce({ ok: false, error }).mockRejectedValueOnce(new Error('no sink'));
  await delivery.flushOnPageHide();
  await delivery.flushOnPageHide();
  expect(buffer.size).toBe(2);
});

test('such a page sends nothing that is too large for its request', async () => {
  const { buffer, keepaliveSink, serialize, delivery, addMany } = setUp();
  addMany(2);
  serialize.mockReturnValueOnce('x'.repeat(100_000));
  await delivery.flushOnPageHide();
  expect(keepaliveSink.send).toHaveBeenCalledExactlyOnceWith(['line']);
  serialize.mockReturnValueOnce('x'.repeat(100_000));
  await delivery.flushOnPageHide();
  expect(keepaliveSink.send).toHaveBeenCalledOnce();
  expect(buffer.size).toBe(1);
});

test('once the code has loaded, it sends the events of a page that is hidden', async () => {
  const { keepaliveSink, loaded, delivery } = setUp();
  await delivery.load();
  await delivery.flushOnPageHide();
  expect(loaded.flushOnPageHide).toHaveBeenCalledOnce();
  expect(keepaliveSink.send).not.toHaveBeenCalled();
});

test('with nothing to send, nothing is loaded', async () => {
  const { load, delivery } = setUp();
  await delivery.flush();
  await delivery.flushOnPageHide();
  expect(load).not.toHaveBeenCalled();
});

test('a load that fails is a failed flush: it is reported once, its buffer is cut, and the next flush loads again', async () => {
  const { buffer, counts, loaded, load, onFailure, delivery, addMany } = setUp();
  const cause = new Error('offline');
  load.mockRejectedValueOnce(cause).mockRejectedValueOnce(cause);
  addMany(101);
  await delivery.flush();
  expect([buffer.size, counts.dropped, delivery.failing]).toEqual([50, 51, true]);
  await delivery.flush();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'not-loaded', cause }));
  await delivery.flush();
  expect(loaded.flush).toHaveBeenCalledOnce();
  expect(delivery.failing).toBe(false);
});
