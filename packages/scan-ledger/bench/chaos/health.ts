/** A call that has no answer by then, or had none, is trouble: a little less than the decision budget of 3 s. */
export const SLOW_MS = 2_500;
/** The header that tells a tab the number of an answer that came in time. */
export const NUMBER_HEADER = 'Chaos-Answer';

/** Which tabs are online and have their calls answered in time. A tab is named `{device}~{its own name}`. */
export interface Health {
  /** Something went wrong for a device, or for all. */
  trouble(device?: string): void;
  /** Something goes wrong for a device, or for all, until the returned function is called. */
  outage(device?: string): () => void;
  /** Follows a call of a tab; the returned function is called with whether it was answered, and numbers that answer. */
  call(tab: string): (answered: boolean) => number;
  /**
   * Names the healthy period in which a tab is; `null`: it is not healthy.
   * @param heard number of the last answer that the tab knows: after trouble, an answer makes it healthy again
   */
  period(tab: string, heard: number): number | null;
}

interface TabHealth {
  period: number;
  /** Number of the last answer before the last trouble. */
  troubleAt: number;
  readonly running: Set<{ readonly startedAt: number }>;
}

export function createHealth(): Health {
  const tabs = new Map<string, TabHealth>();
  const outages: string[] = [];
  let answers = 0;

  function tabOf(name: string): TabHealth {
    const known = tabs.get(name) ?? { period: 0, troubleAt: answers, running: new Set() };
    tabs.set(name, known);
    return known;
  }

  function trouble(device = ''): void {
    for (const [name, tab] of tabs) {
      if (device !== '' && !name.startsWith(`${device}~`)) continue;
      tab.troubleAt = answers;
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
    call(name) {
      const tab = tabOf(name);
      const call = { startedAt: performance.now() };
      tab.running.add(call);
      return (answered) => {
        tab.running.delete(call);
        const isInTime = answered && performance.now() - call.startedAt < SLOW_MS;
        if (!isInTime) trouble(name.split('~')[0]);
        answers += 1;
        return isInTime ? answers : 0;
      };
    },
    period(name, heard) {
      const { period, troubleAt, running } = tabOf(name);
      const isSlow = [...running].some(({ startedAt }) => performance.now() - startedAt > SLOW_MS);
      const isOut = outages.some((device) => device === '' || name.startsWith(`${device}~`));
      return heard > troubleAt && !isOut && !isSlow ? period : null;
    },
  };
}
