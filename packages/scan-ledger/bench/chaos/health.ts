/** A call that has no answer by then, or had none, is trouble. */
const SLOW_MS = 1_500;

/** Which tabs are online and have their calls answered in time. A tab is named `{device}~{its own name}`. */
export interface Health {
  /** Something went wrong for a device, or for all. */
  trouble(device?: string): void;
  /** Something goes wrong for a device, or for all, until the returned function is called. */
  outage(device?: string): () => void;
  /**
   * Follows a call of a tab; the returned function is called with whether it was answered. `heals`: whether its answer
   * shows that the tab is healthy again.
   */
  call(tab: string, options: { heals: boolean }): (answered: boolean) => void;
  /** Names the healthy period in which a tab is; `null`: it is not healthy. */
  period(tab: string): number | null;
}

interface TabHealth {
  period: number;
  /** Whether a call was answered since the last trouble. */
  answered: boolean;
  readonly running: Set<number>;
}

export function createHealth(): Health {
  const tabs = new Map<string, TabHealth>();
  const outages: string[] = [];

  function tabOf(name: string): TabHealth {
    const known = tabs.get(name) ?? { period: 0, answered: false, running: new Set() };
    tabs.set(name, known);
    return known;
  }

  function trouble(device = ''): void {
    for (const [name, tab] of tabs) {
      if (device !== '' && !name.startsWith(`${device}~`)) continue;
      tab.answered = false;
      tab.period += 1;
    }
  }

  return {
    trouble,
    outage(device = '') {
      outages.push(device);
      trouble(device);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        outages.splice(outages.indexOf(device), 1);
        trouble(device);
      };
    },
    call(name, { heals }) {
      const tab = tabOf(name);
      const startedAt = performance.now();
      tab.running.add(startedAt);
      return (answered) => {
        tab.running.delete(startedAt);
        const isInTime = answered && performance.now() - startedAt < SLOW_MS;
        if (!isInTime) trouble(name.split('~')[0]);
        else if (heals) tab.answered = true;
      };
    },
    period(name) {
      const { period, answered, running } = tabOf(name);
      const isSlow = [...running].some((startedAt) => performance.now() - startedAt > SLOW_MS);
      const isOut = outages.some((device) => device === '' || name.startsWith(`${device}~`));
      return answered && !isOut && !isSlow ? period : null;
    },
  };
}
