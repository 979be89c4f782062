import { type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import { TICKETS_PROBLEMS } from '../model/messages.ts';
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

/** A manifest of one segment of two rows, from the server that is asked at `cursor`. */
const SEGMENTED: ApiOutcome<SnapshotPage> = {
  ...{ ok: true, answer: NO_ANSWER_HEADERS },
  value: { manifest: { segments: [{ sha256: 'named', rows: 2, cursor: 'c2' }] }, rows: [] } as never,
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

test('a server that puts off every call is asked so often, and then it is told', async () => {
  const { clock, fetchPage, download } = setUp(Array.from({ length: 99 }, () => refused(503, 1)));
  vi.spyOn(clock, 'after').mockImplementation((delayMs, callback) => {
    if (delayMs === 1) queueMicrotask(callback);
    return () => {};
  });
  expect([(await download()).kind, fetchPage.mock.calls.length]).toEqual(['failed', 31]);
});

test('a call is given up when the download is', async () => {
  const calls: AbortSignal[] = [];
  const source = {
    fetchPage: vi.fn(async (_page: unknown, { signal }: { signal: AbortSignal }) => {
      calls.push(signal);
      return calls.length === 1 ? SEGMENTED : COMPLETE;
    }),
    fetchSegment: vi.fn(async (_which: unknown, { signal }: { signal: AbortSignal }) => {
      calls.push(signal);
      stopping.abort();
      return refused(503);
    }),
  };
  const { stopping, download } = setUp([], { source });
  expect(await download()).toEqual({ kind: 'stopped' });
  expect(calls.map(({ aborted }) => aborted).at(-1)).toBe(true);
});

test.each([
  ['with another sum', { sha256: 'another', rows: [1, 2] }],
  ['with a row less', { sha256: 'named', rows: [1] }],
])('a segment %s than was named is not saved', async (_which, value) => {
  const fetchSegment = async () => ({ ok: true, value, answer: NO_ANSWER_HEADERS }) as never;
  const { apply, download } = setUp([SEGMENTED], { source: { fetchPage: async () => SEGMENTED, fetchSegment } });
  const cause = { kind: 'unreachable', cause: new Error('The segment is not what was named') };
  expect([await download(), apply.mock.calls]).toEqual([{ kind: 'failed', problem: expect.any(String), cause }, []]);
});

test.each([
  ['is unknown, as after a new snapshot, three manifests more are asked for', refused(404), 4],
  ['is refused, no other manifest is', refused(500), 1],
  ['does not arrive, no other manifest is', { ok: false, failure: { kind: 'unreachable', cause: null } } as const, 1],
])('where a segment %s', async (_what, outcome, times) => {
  const fetchPage = vi.fn(async () => SEGMENTED);
  const { download } = setUp([], { source: { fetchPage, fetchSegment: async () => outcome } });
  expect([(await download()).kind, fetchPage.mock.calls.length]).toEqual(['failed', times]);
});

test('a page that makes the tickets corrupt is told, and is no change of them', async () => {
  const onApplied = vi.fn(async () => {});
  const store = { read: async () => ({ whole: null, arriving: null }), apply: async () => 'corrupt' as const };
  const { download } = setUp([], { store, onApplied });
  expect(await download()).toEqual({ kind: 'failed', problem: TICKETS_PROBLEMS.corrupt });
  expect(onApplied).not.toHaveBeenCalled();
});

test('a page that arrives after a clerk of another domain has signed in is not saved', async () => {
  const domains = ['north', 'south'];
  const { apply, download } = setUp([], {
    target: () => ({ domain: domains.shift() ?? 'south', checkpointId: 'gate' }),
  });
  expect([await download(), apply.mock.calls]).toEqual([{ kind: 'stopped' }, []]);
});
