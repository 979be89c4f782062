import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createSealThread } from './create-seal-thread.ts';
import type { SealOrder } from './seal-worker.ts';

class FakeThread extends EventEmitter {
  readonly orders: SealOrder[] = [];
  postMessage(order: SealOrder): void {
    this.orders.push(order);
  }
  async terminate(): Promise<number> {
    return 0;
  }
  unref(): void {}
}

test('a thread that ends rejects its own orders, and none of the thread that followed it', async () => {
  const threads: FakeThread[] = [];
  const sealThread = createSealThread(() => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as never;
  });
  const rows = [{ key: 'k', change: 1, ticket: null }];
  const lost = sealThread.lines(rows);
  // A thread that fails says so twice.
  threads[0]?.emit('error', new Error('out of memory'));
  await expect(lost).rejects.toThrow('The sealing thread has ended');
  const next = sealThread.lines(rows);
  threads[0]?.emit('exit', 1);
  threads[1]?.emit('message', { id: threads[1].orders[0]?.id, lines: ['sealed'] });
  expect(await next).toEqual(['sealed']);
  expect(threads).toHaveLength(2);
});

test('after the stop no thread starts, which would keep the process from ending', async () => {
  const start = vi.fn(() => new FakeThread() as never);
  const sealThread = createSealThread(start);
  await sealThread.stop();
  await expect(sealThread.lines([{ key: 'k', change: 1, ticket: null }])).rejects.toThrow('has ended');
  expect(start).not.toHaveBeenCalled();
});
