import { expect, test, vi } from 'vitest';
import { createConfirmationBus } from './index.ts';
import { answerConfirmations } from './testing/index.ts';

const question = { title: 'Sign out?', message: 'Three scans wait.', acceptLabel: 'Sign out', rejectLabel: 'Stay' };

test('[4.39] it opens on a confirm event for its group, and for no other', () => {
  const bus = createConfirmationBus();
  void bus.confirm({ ...question, group: 'sign-out' });
  expect(bus.getSnapshot('sign-out')).toMatchObject({ status: 'open', request: { title: 'Sign out?' } });
  expect(bus.getSnapshot()).toEqual({ status: 'closed' });
});

test.each([
  ['accept', true],
  ['reject', false],
  ['hide', false],
  ['close', false],
] as const)('it closes on %s and answers %s', async (event, answer) => {
  const bus = createConfirmationBus();
  const asked = bus.confirm(question);
  bus[event]();
  expect(bus.getSnapshot()).toEqual({ status: 'closed' });
  expect(await asked).toBe(answer);
});

test('a close event for another group leaves it open', () => {
  const bus = createConfirmationBus();
  void bus.confirm(question);
  bus.close('sign-out');
  expect(bus.getSnapshot().status).toBe('open');
});

test('two groups are open at once and answered separately', async () => {
  const bus = createConfirmationBus();
  const first = bus.confirm({ ...question, group: 'one' });
  const second = bus.confirm({ ...question, group: 'two' });
  bus.accept('two');
  expect(bus.getSnapshot('one').status).toBe('open');
  bus.reject('one');
  expect([await first, await second]).toEqual([false, true]);
});

test('a second question in a group answers the first with no', async () => {
  const bus = createConfirmationBus();
  const first = bus.confirm(question);
  const second = bus.confirm({ ...question, title: 'Reset?' });
  expect(await first).toBe(false);
  expect(bus.getSnapshot()).toMatchObject({ request: { title: 'Reset?' } });
  bus.accept();
  expect(await second).toBe(true);
});

test('an aborted question closes and is answered with no', async () => {
  const bus = createConfirmationBus();
  const abort = new AbortController();
  const asked = bus.confirm(question, { signal: abort.signal });
  abort.abort();
  expect(await asked).toBe(false);
  expect(bus.getSnapshot().status).toBe('closed');
  expect(await bus.confirm(question, { signal: abort.signal })).toBe(false);
});

test('the signal of a question that was replaced does not close its successor', () => {
  const bus = createConfirmationBus();
  const abort = new AbortController();
  void bus.confirm(question, { signal: abort.signal });
  void bus.confirm(question);
  abort.abort();
  expect(bus.getSnapshot().status).toBe('open');
});

test('listeners are notified of opening and closing; the snapshot is the same object in between', () => {
  const bus = createConfirmationBus();
  const listener = vi.fn();
  const stop = bus.subscribe(listener);
  void bus.confirm(question);
  expect(bus.getSnapshot()).toBe(bus.getSnapshot());
  bus.accept();
  bus.accept();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  void bus.confirm(question);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a test answers in place of a user', async () => {
  const bus = createConfirmationBus();
  const answers = answerConfirmations(bus, true);
  expect(await bus.confirm(question)).toBe(true);
  expect(answers.asked).toEqual([question]);
  answers.stop();
});
