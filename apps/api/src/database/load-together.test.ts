import { expect, test, vi } from 'vitest';
import { loadTogether } from './load-together.ts';

/** A load that ends when the test says so. */
function createLoad() {
  const ends: { resolve: (values: readonly string[]) => void; reject: (error: unknown) => void }[] = [];
  const load = vi.fn(
    (_keys: readonly number[]) => new Promise<readonly string[]>((resolve, reject) => ends.push({ resolve, reject })),
  );
  const end = (nth: number) => ends[nth]?.resolve(load.mock.calls[nth]?.[0].map((key) => `value ${key}`) ?? []);
  return { load, end, fail: (nth: number, error: unknown) => ends[nth]?.reject(error) };
}

test('keys that are asked for while a load is under way share the next one', async () => {
  const { load, end } = createLoad();
  const ask = loadTogether(load, { atOnce: 1, maxKeys: 3 });
  const first = ask(1);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  const answers = [first, ...[2, 3, 4, 5].map(ask)];
  for (const nth of [0, 1, 2]) {
    end(nth);
    await vi.waitFor(() => expect(load.mock.calls.length).toBe(Math.min(nth + 2, 3)));
  }
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`));
  expect(load.mock.calls.map(([keys]) => keys)).toEqual([[1], [2, 3, 4], [5]]);
});

test('keys that are asked for in one turn of the event loop share a load', async () => {
  const { load, end } = createLoad();
  const ask = loadTogether(load);
  const answers = [1, 2, 3].map(ask);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  end(0);
  expect(await Promise.all(answers)).toEqual(['value 1', 'value 2', 'value 3']);
  expect(load.mock.calls).toEqual([[[1, 2, 3]]]);
});

test('a load that hangs holds up its own keys only', async () => {
  const { load, end } = createLoad();
  const ask = loadTogether(load);
  void ask(1);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  const second = ask(2);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  const third = ask(3);
  end(1);
  expect(await second).toBe('value 2');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3));
  end(2);
  expect(await third).toBe('value 3');
});

test('a load that fails fails its keys, and the next one runs', async () => {
  const { load, end, fail } = createLoad();
  const ask = loadTogether(load, { atOnce: 1 });
  const first = ask(1);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  const second = ask(2);
  fail(0, new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  end(1);
  expect(await second).toBe('value 2');
});
