import { type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { type DownloadOptions, downloadPages } from './download-pages.ts';

const refused = (status: number, retryAfterMs?: number): ApiOutcome<never> => ({
  ok: false,
  failure: {
    ...{ kind: 'refused', status, code: 'unavailable', message: 'Busy', answer: NO_ANSWER_HEADERS },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  },
});
const COMPLETE: ApiOutcome<SnapshotPage> = {
  ...{ ok: true, value: { manifest: { complete: true }, rows: [] } as never, answer: NO_ANSWER_HEADERS },
};

function setUp(outcomes: ApiOutcome<SnapshotPage>[], options: Partial<DownloadOptions> = {}) {
  const clock = createFakeClock();
  const fetchPage = vi.fn(async () => outcomes.shift() ?? COMPLETE);
  const apply = vi.fn(async () => 'applied' as const);
  const stopping = new AbortController();
  const download = () =>
    downloadPages(
      {
        ...{ clock, time: clock, onApplied: async () => {}, target: () => ({ domain: 'north', checkpointId: 'gate' }) },
        store: { read: async () => ({ whole: null, arriving: null }), apply },
        ...{ source: { fetchPage, fetchSegment: () => Promise.reject(new Error('There is no segment')) }, ...options },
      },
      stopping.signal,
    );
  return { clock, fetchPage, apply, stopping, download };
}

test.each([
  ['503 without a delay', refused(503)],
  ['500 with a delay', refused(500, 1_000)],
])('a server that answers %s is not asked again', async (_what, outcome) => {
  const { fetchPage, download } = setUp([outcome]);
  expect(await download()).toMatchObject({ kind: 'failed', problem: 'Busy' });
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test('a delay of more than a minute is a minute', async () => {
  const { clock, fetchPage, download } = setUp([refused(503, 3_600_000)]);
  const after = vi.spyOn(clock, 'after');
  const end = download();
  const called = (times: number) => vi.waitFor(() => expect(after).toHaveBeenCalledTimes(times));
  await called(2);
  expect(after.mock.calls.at(-1)?.[0]).toBe(60_000);
  clock.advance(60_000);
  expect([await end, fetchPage.mock.calls.length]).toEqual([{ kind: 'fresh' }, 2]);
});

test('where nobody needs tickets nothing is asked or saved', async () => {
  const nobody = setUp([], { target: () => null });
  expect([await nobody.download(), nobody.fetchPage.mock.calls]).toEqual([{ kind: 'stopped' }, []]);
  const stopped = setUp([]);
  stopped.stopping.abort();
  expect([await stopped.download(), stopped.fetchPage.mock.calls]).toEqual([{ kind: 'stopped' }, []]);
});

test('a page that arrives after a clerk of another domain has signed in is not saved', async () => {
  const domains = ['north', 'south'];
  const { apply, download } = setUp([], {
    target: () => ({ domain: domains.shift() ?? 'south', checkpointId: 'gate' }),
  });
  expect([await download(), apply.mock.calls]).toEqual([{ kind: 'stopped' }, []]);
});
