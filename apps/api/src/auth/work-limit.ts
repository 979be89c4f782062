/** Runs a limited number of tasks at once, queues a limited number, and refuses the others. */
export interface WorkLimit {
  /** `null`: the queue is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result | null>;
}

/** Creates a limit: `concurrency` tasks run, `waiting` tasks queue. */
export function createWorkLimit({ concurrency, waiting }: { concurrency: number; waiting: number }): WorkLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= concurrency) {
        if (queue.length >= waiting) return null;
        // A task that ends starts this one, so `running` stays the same.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
