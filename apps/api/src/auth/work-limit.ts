/** Runs at most so much at once, lets so much wait, and turns the rest away. */
export interface WorkLimit {
  /** `null` where too much waits already. */
  run<Result>(work: () => Promise<Result>): Promise<Result | null>;
}

export function createWorkLimit({ concurrency, waiting }: { concurrency: number; waiting: number }): WorkLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= concurrency) {
        if (queue.length >= waiting) return null;
        // Whoever ends hands over its place, so `running` stays as it is.
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
