/** What an update needs of the page. Each `signal` ends what it is passed to. */
export interface AppPage {
  /**
   * Resolves after the page's `load` event, once no request has ended for 1 s; at the latest 10 s after `load`, or when the
   * signal ends the wait.
   */
  whenSettled(signal: AbortSignal): Promise<void>;
  isVisible(): boolean;
  onVisibilityChange(listener: () => void, signal: AbortSignal): void;
  /** Calls `listener` when the browser has a network again. */
  onOnline(listener: () => void, signal: AbortSignal): void;
  /** Calls `listener` when a dynamic import fails, as Vite reports it (`vite:preloadError`). */
  onPreloadError(listener: () => void, signal: AbortSignal): void;
  reload(): void;
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `task` every `intervalMs`. */
  every(intervalMs: number, task: () => void, signal: AbortSignal): void;
}
