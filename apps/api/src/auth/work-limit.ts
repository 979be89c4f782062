/** Runs a limited number of tasks at once, queues a limited number, and refuses the others. */
export interface WorkLimit {
  /**
   * `null`: the queue is full.
   *
   * @param first the task goes before those without it, and waits in a queue of its own. Of several with the same text at
   *   once, one does.
   */
  run<Result>(work: () => Promise<Result>, first?: string): Promise<Result | null>;
}

/** Creates a limit: `concurrency` tasks run, `waiting` tasks queue, and as many more that go first. */
export function createWorkLimit({ concurrency, waiting }: { concurrency: number; waiting: number }): WorkLimit {
  let running = 0;
  const firsts = new Map<string, () => void>();
  const others: (() => void)[] = [];

  /** Waits for a task to end; false: too many wait already. */
  async function queue(first: string | undefined): Promise<boolean> {
    if (first !== undefined && !firsts.has(first) && firsts.size < waiting) {
      await new Promise<void>((resolve) => firsts.set(first, resolve));
      return true;
    }
    if (others.length >= waiting) return false;
    await new Promise<void>((resolve) => others.push(resolve));
    return true;
  }

  /** A task that ends starts the next one, so `running` stays the same. */
  function startNext(): void {
    const [first] = firsts.keys();
    const next = first === undefined ? others.shift() : firsts.get(first);
    if (first !== undefined) firsts.delete(first);
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work, first) {
      if (running < concurrency) running += 1;
      else if (!(await queue(first))) return null;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
