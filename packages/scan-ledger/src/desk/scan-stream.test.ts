import { expect, test } from 'vitest';
import { nextScanStream, SCAN_STREAM_BEGINS, type ScanStreamEvent } from './scan-stream.ts';

const after = (...events: readonly ScanStreamEvent[]) => events.reduce(nextScanStream, SCAN_STREAM_BEGINS);
const accepted = (id: string) => ({ type: 'accepted', id }) as const;
const exception = (id: string) => ({ type: 'exception', id }) as const;
const closed = { type: 'closed' } as const;

test('accepted scans flow: the ribbon has the newest one', () => {
  expect(after(accepted('A'), accepted('B'))).toEqual({ status: 'flowing', ribbon: 'B' });
});

test('an exception stops the stream until the clerk closes it', () => {
  const stopped = after(accepted('A'), exception('X'));
  expect(stopped).toEqual({ status: 'stopped', ribbon: 'A', shown: 'X', waiting: [] });
  expect(nextScanStream(stopped, closed)).toEqual({ status: 'flowing', ribbon: 'A' });
});

test('no exception is lost: those decided while one is shown follow it, the oldest first', () => {
  const second = after(exception('X'), exception('Y'), accepted('A'), exception('Z'), closed);
  expect(second).toEqual({ status: 'stopped', ribbon: 'A', shown: 'Y', waiting: ['Z'] });
  const third = nextScanStream(second, closed);
  expect(third).toMatchObject({ shown: 'Z', waiting: [] });
  expect(nextScanStream(third, closed)).toEqual({ status: 'flowing', ribbon: 'A' });
});

test('a close without a stop changes nothing', () => {
  expect(after(accepted('A'), closed)).toEqual(after(accepted('A')));
});
