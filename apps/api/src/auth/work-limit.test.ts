import { expect, test } from 'vitest';
import { createWorkLimit } from './work-limit.ts';

/** A limit of one task at once whose tasks end when they are told to. */
function createTasks(waiting: number) {
  const limit = createWorkLimit({ concurrency: 1, waiting });
  const ends: (() => void)[] = [];
  const order: string[] = [];
  const run = async (name: string, first?: string) => {
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const done = await limit.run(async () => {
      order.push(name);
      await work();
      return true;
    }, first);
    if (done === null) order.push(`${name} refused`);
  };
  const endAll = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      ends.shift()?.();
      await Promise.resolve();
      await new Promise(setImmediate);
    }
  };
  return { run, order, endAll };
}

test('as many may go first as may wait, and the next of them waits with the others', async () => {
  const { run, order, endAll } = createTasks(1);
  const all = [run('running'), run('known', 'ada'), run('known too', 'ben'), run('refused', 'eve')];
  await endAll();
  await Promise.all(all);
  expect(order).toEqual(['running', 'refused refused', 'known', 'known too']);
});

test('a task that goes first waits again only once it has begun', async () => {
  const { run, order, endAll } = createTasks(2);
  const all = [run('running'), run('known', 'ada'), run('again', 'ada'), run('other'), run('refused')];
  await endAll();
  await Promise.all(all);
  expect(order).toEqual(['running', 'refused refused', 'known', 'again', 'other']);
});

test('a task that fails makes room for the next one', async () => {
  const limit = createWorkLimit({ concurrency: 1, waiting: 0 });
  await expect(limit.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limit.run(async () => 'next')).toBe('next');
});
