import { type AnswerHeaders, type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { refusal } from '../testing/create-fake-server.ts';
import { createFakeClock, createMemoryFactsStore } from '../testing/index.ts';
import { type HeardAnswer, listenToAnswers } from './listen-to-answers.ts';

const HEADERS: AnswerHeaders = { ...NO_ANSWER_HEADERS, epoch: 'e1', receipt: 3, build: 'server-1' };
const ok: ApiOutcome<string> = { ok: true, value: 'fine', answer: HEADERS };

function listen(outcome: ApiOutcome<unknown>, isLacking = false, facts = createMemoryFactsStore()) {
  const who: { owner: LedgerOwner | null } = { owner: { domain: 'north', clerk: 'anna' } };
  const onAnswer = vi.fn(async (_answer: HeardAnswer) => isLacking);
  const builds: string[] = [];
  const clock = createFakeClock();
  const call = vi.fn(async () => outcome);
  const port = listenToAnswers(
    { undo: call, listConflicts: call, fetchSegment: call, page: 7 },
    { facts, owner: () => who.owner, clock, onBuild: (build) => void builds.push(build), onAnswer },
  );
  return { port, who, onAnswer, builds, call, clock };
}

test('each answer is heard with what was known when its call began', async () => {
  const { port, onAnswer, builds } = listen(ok);
  expect(await port.listConflicts()).toBe(ok);
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(1));
  expect(onAnswer.mock.calls[0]?.[0]).toMatchObject({ domain: 'north', outcome: ok, headers: HEADERS });
  expect([builds, port.page]).toEqual([['server-1'], 7]);
});

test('no answer is heard of a segment, of nobody, and of a call after which somebody of another domain is there', async () => {
  const { port, who, onAnswer, builds, call } = listen(ok);
  expect(await port.fetchSegment()).toBe(ok);
  call.mockImplementationOnce(async () => {
    who.owner = { domain: 'south', clerk: 'carla' };
    return ok;
  });
  expect(await port.listConflicts()).toBe(ok);
  who.owner = null;
  expect(await port.listConflicts()).toBe(ok);
  expect([onAnswer.mock.calls.length, builds]).toEqual([0, []]);
});

test('a refusal that names no build leaves the build as it is; an answer without one is of a server without', async () => {
  const refused = listen(refusal(413, 'too_large'));
  await refused.port.listConflicts();
  const older = listen({ ...ok, answer: NO_ANSWER_HEADERS });
  await older.port.listConflicts();
  expect([refused.builds, older.builds]).toEqual([[], ['']]);
});

test('an undo that a server does not know is refused only by one that lacks nothing', async () => {
  const unknown = refusal(404, 'not_found', { answer: HEADERS });
  expect(await listen(unknown).port.undo()).toBe(unknown);
  expect(await listen(unknown, true).port.undo()).toMatchObject({ failure: { kind: 'unreachable' } });
  expect(await listen(unknown, true).port.listConflicts()).toBe(unknown);
  const invalid = refusal(422, 'invalid_request', { answer: HEADERS });
  expect(await listen(invalid, true).port.undo()).toBe(invalid);
});

test('an answer that comes after the id of the domain is not judged by what was known under its name', async () => {
  const unknown = refusal(404, 'not_found', { answer: HEADERS });
  const { port, who, onAnswer, builds, call } = listen(unknown);
  call.mockImplementationOnce(async () => {
    who.owner = { domain: 'north', domainId: 'x', clerk: 'anna' };
    return unknown;
  });
  expect(await port.undo()).toMatchObject({ failure: { kind: 'unreachable' } });
  expect([onAnswer.mock.calls.length, builds]).toEqual([0, ['server-1']]);
});

test('a call does not wait for what is known; after a tenth of a second its answer is compared with nothing', async () => {
  const facts = createMemoryFactsStore();
  let read = (_fact: unknown) => {};
  facts.read = vi.fn(
    () =>
      new Promise((resolve) => {
        read = resolve;
      }),
  );
  const { port, call, clock, onAnswer } = listen(ok, false, facts);
  call.mockImplementationOnce(async () => {
    expect(facts.read).toHaveBeenCalledTimes(1);
    return ok;
  });
  const first = port.listConflicts();
  expect(call).toHaveBeenCalledTimes(1);
  expect(await first).toBe(ok);
  read('known');
  const second = port.listConflicts();
  expect(await second).toBe(ok);
  clock.advance(100);
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(2));
  expect(onAnswer.mock.calls.map(([{ before }]) => before)).toEqual(['known', 'unread']);
});

test('an undo that a server does not know is judged only by what could be read, however slow the disk is', async () => {
  const unknown = refusal(404, 'not_found', { answer: HEADERS });
  const facts = createMemoryFactsStore();
  let readings = 0;
  facts.read = () =>
    new Promise((resolve, reject) => {
      readings += 1;
      const isBroken = readings === 1;
      clock.after(3_000, () => (isBroken ? reject(new Error('broken')) : resolve('known')));
    });
  const { port, clock, onAnswer } = listen(unknown, false, facts);
  const undo = () => {
    const answer = port.undo();
    clock.advance(3_000);
    return answer;
  };
  expect(await undo()).toMatchObject({ failure: { kind: 'unreachable' } });
  expect(await undo()).toBe(unknown);
  expect(onAnswer.mock.lastCall).toMatchObject([{ before: 'known' }]);
});

test('a storage that fails leaves an answer to compare with nothing', async () => {
  const facts = createMemoryFactsStore();
  facts.read = () => Promise.reject(new Error('broken'));
  const { port, onAnswer } = listen(ok, false, facts);
  expect(await port.listConflicts()).toBe(ok);
  await vi.waitFor(() => expect(onAnswer.mock.calls).toMatchObject([[{ before: 'unread' }]]));
});
