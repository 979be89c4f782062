import { expect, test, vi } from 'vitest';
import { createFrameFeed } from './frame-feed.ts';
import type { FrameReport } from './frame-report.ts';

const report = { codes: [], decodeMs: 1, engine: 'wasm' } as unknown as FrameReport;

test('every subscriber gets a report, until it ends its subscription', () => {
  const feed = createFrameFeed();
  const [one, two] = [vi.fn(), vi.fn()];
  const end = feed.subscribe(one);
  feed.subscribe(two);
  feed.push(report);
  end();
  feed.push(report);
  expect(one.mock.calls).toEqual([[report]]);
  expect(two).toHaveBeenCalledTimes(2);
});

test('who subscribes during a report gets the next one', () => {
  const feed = createFrameFeed();
  const late = vi.fn();
  const end = feed.subscribe(() => {
    end();
    feed.subscribe(late);
  });
  feed.push(report);
  expect(late).not.toHaveBeenCalled();
  feed.push(report);
  expect(late).toHaveBeenCalledTimes(1);
});
