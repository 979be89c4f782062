import type { Right } from '@scantix/api-contract';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { Sessions } from '../auth/sessions.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { streamChanges } from './stream-changes.ts';

/** Opens a stream of a clerk whose rights are these from check to check; `null`: the session has ended. */
async function openStream(checks: (Right[] | Error | null)[], method = 'GET') {
  const identify = vi.fn(async () => {
    const rights = checks.shift();
    if (rights instanceof Error) throw rights;
    if (!rights) return { ok: false, refusal: 'session_revoked' } as const;
    return { ok: true, clerk: { rights } as unknown as SignedInClerk } as const;
  });
  const [onEnd, unwatch, warn] = [vi.fn(), vi.fn(), vi.fn()];
  const parts = {
    ...{ watch: { watch: () => unwatch }, sessions: { identify } as unknown as Sessions },
    ...{ isStopping: () => false, onEnd, tickMs: 1, log: { warn } },
  };
  const clerk = { domainId: 'north' } as SignedInClerk;
  const app = new Hono<AppEnv>().get('/', (context) =>
    streamChanges(parts, { clerk, context, params: undefined, query: undefined, body: undefined }),
  );
  const response = await app.request('/', { method, headers: { Authorization: 'Bearer token' } });
  return { response, identify, onEnd, unwatch, warn };
}

test('a running stream ends when its clerk has lost the right, and gives its place back', async () => {
  const { response, identify, onEnd, unwatch } = await openStream([['supervise'], ['supervise', 'scan'], ['scan']]);
  const text = await response.text();
  expect(text.match(/still here/g)).toHaveLength(2);
  expect(identify).toHaveBeenCalledTimes(3);
  expect([onEnd.mock.calls.length, unwatch.mock.calls.length]).toEqual([1, 1]);
});

test('a running stream ends with its session', async () => {
  const { response, onEnd } = await openStream([['supervise'], null]);
  expect((await response.text()).match(/still here/g)).toHaveLength(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a running stream ends when the database cannot be asked, and the log tells of it', async () => {
  const printed = vi.spyOn(console, 'error');
  const lost = new Error('the connection of m.okafor was lost');
  const { response, onEnd, unwatch, warn } = await openStream([['supervise'], lost]);
  expect((await response.text()).match(/still here/g)).toHaveLength(1);
  expect(warn.mock.calls).toEqual([[{ err: lost }, 'reports stream ended']]);
  expect(printed).not.toHaveBeenCalled();
  expect([onEnd.mock.calls.length, unwatch.mock.calls.length]).toEqual([1, 1]);
});

test('the first report that a viewer asks for may lack the newest change, so a second event follows a tick later', async () => {
  const { response } = await openStream([null]);
  const events = (await response.text()).trimEnd().split('\n\n');
  expect(events).toEqual(Array.from({ length: 2 }, () => 'event: changed\ndata: {}'));
});

test('a question for its head alone gives its place back at once', async () => {
  const { response, onEnd } = await openStream([], 'HEAD');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect(onEnd).toHaveBeenCalledOnce();
});
