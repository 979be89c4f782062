import { type ApiClient, createApiClient } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { createScannerConfig } from './create-scanner-config.ts';

const MINUTE_MS = 60_000;
const CONFIG = {
  ticketing: 'on',
  checkpoints: [{ id: '01a0f4c2-c400-7165-8193-1e2339b47610', name: 'Gate A' }],
  rights: ['scan'],
  supervisors: [],
  symbologies: ['qr_code'],
  decision_budget_ms: 3_000,
  snapshot_stale_after_ms: 900_000,
  snapshot_expires_after_ms: 43_200_000,
};

function setUp(stored?: string) {
  let nowMs = 1_000_000;
  const saved = new Map(stored === undefined ? [] : [['scannerConfig', stored]]);
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(CONFIG));
  const api: ApiClient = createApiClient({ baseUrl: 'http://api.example', fetch });
  const idle = Promise.withResolvers<void>();
  const session = { domain: 'Harbour Lights' as string | null, clerk: 'ada' };
  const source = createScannerConfig({
    api,
    domain: () => session.domain,
    clerk: () => session.clerk,
    storage: () =>
      ({
        getItem: (key: string) => saved.get(key) ?? null,
        setItem: (key: string, value: string) => void saved.set(key, value),
      }) as Storage,
    now: () => nowMs,
    whenIdle: () => idle.promise,
  });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { source, fetch, saved, advance, session, becomeIdle: idle.resolve };
}

const fromBefore = JSON.stringify({ domain: 'Harbour Lights', config: CONFIG, clerk: 'ada' });

test('without a saved configuration it loads at once and notifies its listeners', async () => {
  const { source, fetch, saved } = setUp();
  const listener = vi.fn();
  source.subscribe(listener);
  expect(source.current()).toBeNull();
  await source.freshen();
  expect(fetch).toHaveBeenCalledOnce();
  expect(listener).toHaveBeenCalled();
  expect(source.current()).toMatchObject({ checkpoints: CONFIG.checkpoints });
  expect(JSON.parse(saved.get('scannerConfig') ?? '')).toMatchObject({ domain: 'Harbour Lights' });
});

test('a saved configuration is used until the page is idle', async () => {
  const { source, fetch, becomeIdle } = setUp(fromBefore);
  expect(source.current()).toMatchObject({ decision_budget_ms: 3_000 });
  const asked = source.freshen();
  await Promise.resolve();
  expect(fetch).not.toHaveBeenCalled();
  becomeIdle();
  await asked;
  expect(fetch).toHaveBeenCalledOnce();
});

test('an answer is fresh for five minutes', async () => {
  const { source, fetch, advance, becomeIdle } = setUp();
  becomeIdle();
  await source.freshen();
  advance(4 * MINUTE_MS);
  await source.freshen();
  expect(fetch).toHaveBeenCalledTimes(1);
  advance(2 * MINUTE_MS);
  await source.freshen();
  expect(fetch).toHaveBeenCalledTimes(2);
  // The clock was set back.
  advance(-60 * MINUTE_MS);
  await source.freshen();
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('nothing loads for a clerk who has signed out meanwhile', async () => {
  const { source, fetch, session, becomeIdle } = setUp(fromBefore);
  const asked = source.freshen();
  session.domain = null;
  becomeIdle();
  await asked;
  expect(fetch).not.toHaveBeenCalled();
});

test('a failed call is reported until the server answers', async () => {
  const { source, fetch } = setUp();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(source.freshen()).rejects.toThrow();
  expect(source.failed()).toBe(true);
  await source.freshen();
  expect(source.failed()).toBe(false);
});

test('the id of the domain is known to the clerk who has loaded it, also at the next start, and to nobody else', async () => {
  const answer = { ...CONFIG, domain_id: '01a0f4c2-c400-7165-8193-1e2339b47611' };
  const { source, fetch, saved, session } = setUp();
  fetch.mockImplementation(async () => Response.json(answer, { headers: { 'Scantix-Epoch': 'e1' } }));
  expect(source.identity()).toEqual({});
  await source.load();
  const known = { domainId: answer.domain_id, epoch: 'e1' };
  expect([source.identity(), setUp(saved.get('scannerConfig')).source.identity()]).toEqual([known, known]);
  session.clerk = 'ben';
  expect([source.identity(), source.current()]).toEqual([{}, null]);
  await source.load();
  expect(source.identity()).toEqual(known);
});

test("a clerk gets nothing of another clerk's configuration, and its freshness neither", async () => {
  const { source, fetch, session } = setUp();
  await source.freshen();
  session.clerk = 'ben';
  expect(source.current()).toBeNull();
  await source.freshen();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(source.current()).toMatchObject({ rights: CONFIG.rights });
});

test('an answer that comes after its clerk has signed out replaces nothing of the next one', async () => {
  const { source, fetch, saved, session } = setUp();
  const late = Promise.withResolvers<Response>();
  fetch.mockReturnValueOnce(late.promise);
  const asked = source.load();
  session.clerk = 'bo';
  await source.load();
  late.resolve(Response.json(CONFIG));
  await expect(asked).rejects.toThrow();
  expect(source.current()).not.toBeNull();
  expect(JSON.parse(saved.get('scannerConfig') ?? '')).toMatchObject({ clerk: 'bo' });
});

test('a failure is that of the clerk whose call it was, also where it comes late', async () => {
  const { source, fetch, session } = setUp();
  const late = Promise.withResolvers<Response>();
  fetch.mockReturnValueOnce(late.promise);
  const asked = source.load();
  session.clerk = 'ben';
  late.reject(new TypeError('Failed to fetch'));
  await expect(asked).rejects.toThrow();
  expect(source.failed()).toBe(false);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(source.load()).rejects.toThrow();
  expect(source.failed()).toBe(true);
  session.clerk = 'ada';
  expect(source.failed()).toBe(false);
});
