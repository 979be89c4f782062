import { setImmediate } from 'node:timers/promises';

/** How loads are shared. */
export interface LoadTogetherOptions {
  /** Loads that run at once: one that hangs must not hold up all others. @default 2 */
  readonly atOnce?: number;
  /** @default 100 */
  readonly maxKeys?: number;
}

/**
 * Loads values by key. Keys that are asked for in one turn of the event loop share a load, and those that are asked for while
 * loads are under way share the next one. A load begins after its keys were asked for, so no value is older than the question.
 * @param load resolves with the values in the order of the keys
 */
export function loadTogether<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { atOnce = 2, maxKeys = 100 }: LoadTogetherOptions = {},
): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    // What has arrived by now is read before.
    await setImmediate();
    while (waiting.length > 0) {
      const asked = waiting.splice(0, maxKeys);
      try {
        const values = await load(asked.map(({ key }) => key));
        for (const [index, { resolve }] of asked.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    running -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running < atOnce) void work();
    });
}
