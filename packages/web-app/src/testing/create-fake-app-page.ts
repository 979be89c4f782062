import type { AppPage } from '../index.ts';

/** A page that a test drives. */
export interface FakeAppPage extends AppPage {
  /** How often the page was reloaded. */
  readonly reloads: number;
  /** Hides or shows the page. */
  setVisible(visible: boolean): void;
  /** The network is back. */
  goOnline(): void;
  /** A dynamic import fails. */
  failPreload(): void;
  /** Moves the clock forward and runs the intervals that are due. */
  advance(durationMs: number): void;
}

interface Interval {
  readonly intervalMs: number;
  readonly task: () => void;
  dueAt: number;
}

/** Creates a settled, visible page at time 0. */
export function createFakeAppPage(): FakeAppPage {
  const visibilityListeners = new Set<() => void>();
  const onlineListeners = new Set<() => void>();
  const preloadListeners = new Set<() => void>();
  const intervals = new Set<Interval>();
  let reloads = 0;
  let visible = true;
  let now = 0;
  const add = <T>(to: Set<T>, item: T, signal: AbortSignal) => {
    to.add(item);
    signal.addEventListener('abort', () => to.delete(item));
  };
  return {
    get reloads() {
      return reloads;
    },
    whenSettled: () => Promise.resolve(),
    isVisible: () => visible,
    onVisibilityChange: (listener, signal) => add(visibilityListeners, listener, signal),
    onOnline: (listener, signal) => add(onlineListeners, listener, signal),
    onPreloadError: (listener, signal) => add(preloadListeners, listener, signal),
    reload: () => void reloads++,
    now: () => now,
    every: (intervalMs, task, signal) => add(intervals, { intervalMs, task, dueAt: now + intervalMs }, signal),
    setVisible(next) {
      visible = next;
      for (const listener of [...visibilityListeners]) listener();
    },
    goOnline() {
      for (const listener of [...onlineListeners]) listener();
    },
    failPreload() {
      for (const listener of [...preloadListeners]) listener();
    },
    advance(durationMs) {
      const end = now + durationMs;
      const next = () => [...intervals].sort((a, b) => a.dueAt - b.dueAt).find(({ dueAt }) => dueAt <= end);
      for (let interval = next(); interval; interval = next()) {
        now = interval.dueAt;
        interval.dueAt += interval.intervalMs;
        interval.task();
      }
      now = end;
    },
  };
}
